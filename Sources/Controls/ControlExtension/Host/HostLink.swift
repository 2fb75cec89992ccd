import Controls
import LocalAPI
import Synchronization

/// What a process asks of its panel, without ever waiting for it.
///
/// Reloads of one kind are joined while one is under way, so that a storm of them is at most two requests at a time.
package final class HostLink: Sendable {
    /// A reload of a kind that the panel has not answered yet.
    private enum Reload {
        case underWay
        /// Another one is to follow, since what has changed meanwhile may not be in the first.
        case wantedAgain
    }

    private struct State {
        var reloads: [String?: Reload] = [:]
        var lastProblem: PanelConnectionError?
    }

    /// The activities that are shown by way of it.
    let activities = ActivityList()
    private let connection: any PanelConnection
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - connection: The way to the panel.
    ///   - report: Is given what went wrong with requests that nobody waits for; the same problem once in a row.
    package init(
        _ connection: any PanelConnection, report: @escaping @Sendable (String) -> Void = StandardError.note
    ) {
        self.connection = connection
        self.report = report
    }

    /// Whether there seems to be a panel.
    package var isThere: Bool { connection.isThere }

    /// Reloads the placements of a kind, or of all kinds.
    package func reload(kind: String?) {
        let begins = state.withLock { state in
            let begins = state.reloads[kind] == nil
            state.reloads[kind] = begins ? .underWay : .wantedAgain
            return begins
        }
        if begins { sendReload(of: kind) }
    }

    private func sendReload(of kind: String?) {
        connection.send(.reload(kind: kind)) { [self] result in
            note(result)
            let follows = state.withLock { state in
                let follows = state.reloads[kind] == .wantedAgain
                state.reloads[kind] = follows ? .underWay : nil
                return follows
            }
            if follows { sendReload(of: kind) }
        }
    }

    /// The placements of the caller's controls.
    package func currentControls() async throws(PanelConnectionError) -> [PlacedControl] {
        guard case .placements(let placements) = try await answer(to: .currentControls) else {
            throw .invalid("no placements")
        }
        return placements
    }

    /// Whether people confirm what a performance is about to do.
    package func confirm(performance: String, dialog: String?) async throws(PanelConnectionError) -> Bool {
        let question = HostRequest.confirm(performance: performance, dialog: dialog)
        guard case .confirmed(let confirmed) = try await answer(to: question) else {
            throw .invalid("no answer to the question")
        }
        return confirmed
    }

    /// Sends a request of an activity.
    package func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) {
        connection.send(request) { [self] result in
            note(result)
            completion(result)
        }
    }

    /// The answer to a request, which is taken back when the task is cancelled that waits for it.
    private func answer(to request: HostRequest) async throws(PanelConnectionError) -> HostAnswer {
        let call = Mutex<HostCall?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Sent under the lock: who cancels once the panel has been asked finds what there is to take back.
                let sent = call.withLock { call in
                    let sent = connection.send(request) { continuation.resume(returning: $0) }
                    call = sent
                    return sent
                }
                if Task.isCancelled { sent.cancel() }
            }
        } onCancel: {
            call.withLock { $0 }?.cancel()
        }
        return try result.get()
    }

    private func note(_ result: Result<HostAnswer, PanelConnectionError>) {
        let problem: PanelConnectionError? = if case .failure(let error) = result { error } else { nil }
        let isNew = state.withLock { state in
            defer { state.lastProblem = problem }
            return state.lastProblem != problem
        }
        if isNew, let problem, problem != .cancelled { report("panel: \(problem)") }
    }
}
