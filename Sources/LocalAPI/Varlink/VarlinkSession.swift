import EventLoop

/// What a service knows of one client for as long as its connection stands, over all of its calls.
@PanelActor
public final class VarlinkSession {
    /// Whatever the service has to remember; gone with the connection.
    public var value: (any Sendable)?

    /// Called when the connection has been closed.
    public var ended: (@PanelActor () -> Void)?

    init() {}
}
