import EventLoop
import LocalAPI

/// A question to a hosted bundle.
@PanelActor
final class HostedCall: ExtensionCall {
    private enum State {
        case waiting
        case working(Task<Void, Never>)
        /// The answer is known, and not given yet.
        case answered(@PanelActor () -> Void)
        case ended
    }

    private var state = State.waiting
    private let failed: @PanelActor (ExtensionFailure) -> Void
    /// The questions' order.
    let number: Int
    /// Called when the answer is known.
    var answered: (@PanelActor () -> Void)?
    /// Called when the question has been answered, or taken back.
    var ended: (@PanelActor (HostedCall) -> Void)?

    init(number: Int, failed: @escaping @PanelActor (ExtensionFailure) -> Void) {
        self.number = number
        self.failed = failed
    }

    /// Whether a task works on the answer.
    var isWorking: Bool {
        if case .working = state { true } else { false }
    }

    /// Whether the answer is known, and not given yet.
    var isAnswered: Bool {
        if case .answered = state { true } else { false }
    }

    /// Works on the answer, which is given by `deliver`.
    ///
    /// - Parameter work: Gives what is to be called on the loop.
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

    /// Gives the answer.
    func deliver() {
        guard case .answered(let answer) = state else { return }
        finish(answer)
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
