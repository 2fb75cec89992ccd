/// The audience of a value, which decides whether private content is included (A3: private states are redacted).
public enum Viewpoint: Sendable, Hashable {
    /// People in front of the panel: they see private content while the panel is unlocked.
    case panel
    /// Clients that have given a PIN: they see private content.
    case authenticated
    /// Clients without a PIN, and storage that keeps its input: they never see private content.
    case anybody

    /// Whether this audience sees private content.
    ///
    /// - Parameter isUnlocked: whether the panel is unlocked at its own pad.
    func sees(_ isUnlocked: @autoclosure () -> Bool) -> Bool {
        switch self {
        case .panel: isUnlocked()
        case .authenticated: true
        case .anybody: false
        }
    }
}
