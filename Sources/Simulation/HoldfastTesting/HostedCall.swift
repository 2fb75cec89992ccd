import EventLoop
import LocalAPI

@PanelActor
final class HostedCall: ExtensionCall {
    private enum State {
        case waiting
        case working(Task<Void, Never>)
        /// The answer is known and not delivered yet.
        case answered(@PanelActor () -> Void)
        case ended
    }

    private var state = State.waiting
    private let failed: @PanelActor (ExtensionFailure) -> Void
    /// The call's position in the order of all calls.
    let number: Int
    /// Called when the answer is known.
    var answered: (@PanelActor () -> Void)?
    /// Called when the call has been answered or cancelled.
    var ended: (@PanelActor (HostedCall) -> Void)?

    init(number: Int, failed: @escaping @PanelActor (ExtensionFailure) -> Void) {
        self.number = number
        self.failed = failed
    }

    /// Whether a task works on the answer.
    var isWorking: Bool {
        if case .working = state { true } else { false }
    }

    /// Whether the answer is known and not delivered yet.
    var isAnswered: Bool {
        if case .answered = state { true } else { false }
    }

    /// Starts a task for the answer, which `deliver` delivers.
    ///
    /// - Parameter work: Returns the function to call on the loop.
    func begin(_ work: @escaping @MainActor @Sendable () async -> @PanelActor @Sendable () -> Void) {
        state = .working(
            Task { @MainActor in
                let answer = await work()
                await self.keep(answer)
            })
    }

    private func keep(_ answer: @escaping @PanelActor () -> Void) {
        guard isWorking else { return }
        state = .answered(answer)
        answered?()
    }

    /// Delivers the answer.
    func deliver() {
        guard case .answered(let answer) = state else { return }
        finish(answer)
    }

    func cancel() {
        giveUp()
        finish()
    }

    /// Stops the call's task, because the process hangs: no answer will follow.
    func hang() {
        giveUp()
        state = .waiting
    }

    /// Fails the call in a later job of the loop, never inside this method.
    func fail(_ failure: ExtensionFailure) {
        giveUp()
        state = .waiting
        Task { self.end { self.failed(failure) } }
    }

    private func giveUp() {
        if case .working(let task) = state { task.cancel() }
    }

    /// Runs as a job of the loop.
    private func end(_ answer: @PanelActor () -> Void) {
        if case .ended = state { return }
        finish(answer)
    }

    private func finish(_ answer: @PanelActor () -> Void = {}) {
        state = .ended
        // Before the call counts as answered, because work that the answer starts is outstanding as well.
        answer()
        ended?(self)
        ended = nil
    }
}
