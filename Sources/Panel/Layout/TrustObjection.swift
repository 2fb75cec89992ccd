/// Why somebody may not say what a trusted button performs, which needs no PIN there.
public enum TrustObjection: Sendable, Hashable {
    /// They have given no PIN, or a guest's.
    case needsPIN
    /// Nobody could tell afterwards that they did it.
    case cannotBeWritten
}
