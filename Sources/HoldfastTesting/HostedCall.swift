import EventLoop
import LocalAPI

/// A question to a hosted bundle.
@PanelActor
final class HostedCall: ExtensionCall {
    private enum State {
        case waiting
        case working(Task<Void, Never>)
        case ended
    }

    private var state = State.waiting
    private let failed: @PanelActor (ExtensionFailure) -> Void
    /// Called when the question has been answered, or taken back.
    var ended: (@PanelActor (HostedCall) -> Void)?

    init(failed: @escaping @PanelActor (ExtensionFailure) -> Void) {
        self.failed = failed
    }

    /// Whether a task works on the answer.
    var isWorking: Bool {
        if case .working = state { true } else { false }
    }

    /// Works on the answer.
    ///
    /// - Parameter work: Gives what is to be called on the loop.
    func begin(_ work: @escaping @MainActor @Sendable () async -> @PanelActor @Sendable () -> Void) {
        state = .working(
            Task { @MainActor in
                let answer = await work()
                await self.end(answer)
            })
    }

    func cancel() {
        giveUp()
        finish()
    }

    /// Its process has gone.
    func lose() {
        fail(.lost)
    }

    /// Its process has hung: nothing comes any more.
    func hang() {
        giveUp()
        state = .waiting
    }

    /// Fails, but not inside this call.
    func fail(_ failure: ExtensionFailure) {
        giveUp()
        state = .waiting
        Task { self.end { self.failed(failure) } }
    }

    private func giveUp() {
        if case .working(let task) = state { task.cancel() }
    }

    /// A job of the loop.
    private func end(_ answer: @PanelActor () -> Void) {
        if case .ended = state { return }
        finish(answer)
    }

    private func finish(_ answer: @PanelActor () -> Void = {}) {
        state = .ended
        // Before the answer is counted as given: what it sets off is outstanding in its turn.
        answer()
        ended?(self)
        ended = nil
    }
}
