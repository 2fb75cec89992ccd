/// Why a client may change neither where guarded controls are nor what a trusted button performs.
public enum TrustObjection: Sendable, Hashable {
    /// They have given no PIN, or a guest's.
    case needsPIN
    /// Nobody could tell afterwards that they did it.
    case cannotBeWritten
}
