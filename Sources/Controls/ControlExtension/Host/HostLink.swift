import Controls
import LocalAPI
import Synchronization

/// The requests of a process to its panel. Sending never blocks.
///
/// During a reload, further reloads of the same kind are merged into one, so that many reloads cause at most two
/// requests at a time.
package final class HostLink: Sendable {
    /// The state of a reload that the panel has not answered yet.
    private enum Reload {
        case underWay
        /// Another reload follows, because the first may not include a change made after it began.
        case wantedAgain
    }

    private struct State {
        var reloads: [String?: Reload] = [:]
        var lastProblem: PanelConnectionError?
    }

    /// The activities of this process.
    let activities = SentActivities()
    private let connection: any PanelConnection
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - report: Receives failures of requests. Repetitions of the same failure are reported once.
    package init(
        _ connection: any PanelConnection, report: @escaping @Sendable (String) -> Void = StandardError.note
    ) {
        self.connection = connection
        self.report = report
    }

    /// Whether the panel seems to be running.
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

    /// The placements of the caller's controls (C46).
    package func currentControls() async throws(PanelConnectionError) -> [PlacedControl] {
        guard case .placements(let placements) = try await answer(to: .currentControls) else {
            throw .invalid("no placements")
        }
        return placements
    }

    /// Asks the user to confirm a performance's action (C24). Returns whether the user confirmed.
    package func confirm(performance: String, dialog: String?) async throws(PanelConnectionError) -> Bool {
        let question = HostRequest.confirm(performance: performance, dialog: dialog)
        guard case .confirmed(let confirmed) = try await answer(to: question) else {
            throw .invalid("no answer to the question")
        }
        return confirmed
    }

    /// Tells the panel how much of a performance is done, from 0 to 1.
    package func progress(performance: String, completed: Double) {
        connection.send(.progress(performance: performance, completed: completed)) { [self] in note($0) }
    }

    /// Sends a request about an activity.
    package func send(_ request: HostRequest, _ completion: @escaping HostCompletion) {
        connection.send(request) { [self] result in
            note(result)
            completion(result)
        }
    }

    /// The answer to a request. If the waiting task is cancelled, the request is cancelled too.
    private func answer(to request: HostRequest) async throws(PanelConnectionError) -> HostAnswer {
        let cancel = Mutex<(@Sendable () -> Void)?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Sent under the lock, so that a cancellation after sending finds the call to cancel.
                cancel.withLock { cancel in
                    cancel = connection.send(request) { continuation.resume(returning: $0) }
                }
                if Task.isCancelled { cancel.withLock { $0 }?() }
            }
        } onCancel: {
            cancel.withLock { $0 }?()
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
