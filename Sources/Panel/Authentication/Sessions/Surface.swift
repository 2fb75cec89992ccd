/// The origin of a request. Each surface is unlocked separately: the panel at its pad, a connection in its own session.
public enum Surface: Sendable, Hashable {
    /// The panel: its pad, buttons and lights.
    case panel
    /// A connection to the panel's socket, by a number that is never reused.
    case connection(UInt64)

    /// The source whose lockout counts PINs from this surface.
    public var source: AttemptSource { self == .panel ? .pad : .remote }
}
