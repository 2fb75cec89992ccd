import EventLoop

/// A request from a process to its panel: a method of `io.holdfast.Host`.
package enum HostRequest: Sendable, Hashable {
    /// Reload the placements of a kind, or, for `nil`, of all kinds of the caller (C42).
    case reload(kind: String?)
    /// Return the placements of the caller's controls (C46).
    case currentControls
    /// Ask the user to confirm a performance's action (C24).
    case confirm(performance: String, dialog: String?)
    /// Show how much of a performance is done, from 0 to 1.
    case progress(performance: String, completed: Double)
    /// Show or update an activity (C29).
    case showActivity(ActivityState)
    case endActivity(id: String)

    /// Calls the request's method.
    @PanelActor
    package func call(
        over client: VarlinkClient, _ completion: @escaping @PanelActor (Result<HostAnswer, VarlinkClientError>) -> Void
    ) {
        func send<Method: HostInterface.Method>(
            _ method: Method.Type, _ parameters: Method.Parameters,
            answer: @escaping @Sendable (Method.Reply) -> HostAnswer
        ) {
            client.call(method, parameters) { result in completion(result.map { answer($0.value) }) }
        }
        switch self {
        case .reload(let kind):
            send(HostInterface.Reload.self, .init(kind: kind)) { _ in .done }
        case .currentControls:
            send(HostInterface.CurrentControls.self, NoParameters()) { .placements($0.placements) }
        case .confirm(let performance, let dialog):
            send(HostInterface.Confirm.self, .init(performance: performance, dialog: dialog)) {
                .confirmed($0.confirmed)
            }
        case .progress(let performance, let completed):
            send(HostInterface.Progress.self, .init(performance: performance, completed: completed)) { _ in .done }
        case .showActivity(let activity):
            send(HostInterface.ShowActivity.self, .init(activity: activity)) { _ in .done }
        case .endActivity(let id):
            send(HostInterface.EndActivity.self, .init(id: id)) { _ in .done }
        }
    }
}

/// The panel's answer to a request.
package enum HostAnswer: Sendable, Hashable {
    /// The request succeeded, without a result.
    case done
    case placements([PlacedControl])
    /// Whether the user confirmed.
    case confirmed(Bool)
}
