import EventLoop

/// Runs calls as tasks, so many at a time; further ones wait their turn.
///
/// A call that was given up counts no longer, though its task may still run: one that does not heed its cancellation
/// must not keep others from being answered for ever.
@PanelActor
package final class CallQueue {
    /// How many calls there may be.
    package struct Limits: Sendable {
        /// Those that run at a time.
        package var running: Int
        /// Those that were given up and run on: with more, something is broken that only a new process mends.
        package var stuck: Int

        /// Limits; by default far beyond what a panel asks for.
        package init(running: Int = 64, stuck: Int = 1024) {
            self.running = running
            self.stuck = stuck
        }
    }

    private let limits: Limits
    private var running = 0
    private var stuck = 0
    private var waiting: [Call] = []
    private var whenIdle: [@PanelActor () -> Void] = []

    /// Called when too many calls that were given up have not ended.
    package var overwhelmed: (@PanelActor (_ stuck: Int) -> Void)?

    /// A queue without calls.
    package nonisolated init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// A call, from its coming to its end.
    @PanelActor
    package final class Call {
        fileprivate enum State {
            case waiting
            case running(Task<Void, Never>)
            case stuck
            case ended
        }

        fileprivate weak var queue: CallQueue?
        fileprivate var state = State.waiting
        fileprivate let body: @Sendable () async -> Void

        fileprivate init(queue: CallQueue, body: @escaping @Sendable () async -> Void) {
            self.queue = queue
            self.body = body
        }

        /// Nobody waits for the call any more: its task is cancelled, or does not begin.
        package func giveUp() {
            queue?.giveUp(self)
        }
    }

    /// Runs `body` as soon as it is its turn, never inside this call.
    package func run(_ body: @escaping @Sendable () async -> Void) -> Call {
        let call = Call(queue: self, body: body)
        if running < limits.running { start(call) } else { waiting.append(call) }
        return call
    }

    /// Calls `body` once no call runs or waits; those that were given up count until their tasks end.
    package func whenIdle(_ body: @escaping @PanelActor () -> Void) {
        whenIdle.append(body)
        checkIdle()
    }

    private func start(_ call: Call) {
        running += 1
        let body = call.body
        call.state = .running(
            Task {
                await body()
                self.end(call)
            })
    }

    private func giveUp(_ call: Call) {
        switch call.state {
        case .waiting:
            call.state = .ended
            waiting.removeAll { $0 === call }
        case .running(let task):
            call.state = .stuck
            running -= 1
            stuck += 1
            task.cancel()
            startNext()
            if stuck > limits.stuck { overwhelmed?(stuck) }
        case .stuck, .ended:
            break
        }
        checkIdle()
    }

    private func end(_ call: Call) {
        switch call.state {
        case .running: running -= 1
        case .stuck: stuck -= 1
        case .waiting, .ended: return
        }
        call.state = .ended
        startNext()
        checkIdle()
    }

    private func startNext() {
        while running < limits.running, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    private func checkIdle() {
        guard running == 0, stuck == 0, waiting.isEmpty, !whenIdle.isEmpty else { return }
        let bodies = whenIdle
        whenIdle = []
        for body in bodies { body() }
    }
}
