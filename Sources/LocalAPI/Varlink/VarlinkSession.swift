import EventLoop

/// What a service knows of one client for as long as its connection stands, over all of its calls.
@PanelActor
public final class VarlinkSession {
    /// Whatever the service has to remember; gone with the connection.
    public var value: (any Sendable)?

    /// Whether the client counts on the connection to stay, also between calls, as after it has given a PIN. Without it, a
    /// connection without a call is idle, and may give way to another.
    public var isInUse: (@PanelActor () -> Bool)?

    /// Called when the connection has been closed.
    public var ended: (@PanelActor () -> Void)?

    init() {}
}
