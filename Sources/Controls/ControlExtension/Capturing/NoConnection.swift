/// No panel: an intent that captures performs in a process that cannot ask one.
struct NoConnection: PanelConnection {
    var isThere: Bool { false }

    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> HostCall {
        Task { completion(.failure(.capturing)) }
        return HostCall {}
    }
}
