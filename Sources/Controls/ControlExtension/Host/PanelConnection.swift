/// A way to the panel that a process belongs to: its socket, or, in tests, the panel itself.
package protocol PanelConnection: Sendable {
    /// Whether there seems to be a panel.
    var isThere: Bool { get }

    /// Sends a request. Never waits.
    ///
    /// - Parameter completion: Is called once, on any thread, but not inside this call.
    @discardableResult
    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> HostCall
}
