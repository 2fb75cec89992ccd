import EventLoop

/// Runs calls as tasks, with a limit on concurrent calls. Further calls wait.
///
/// A cancelled call does not count as running, even while its task still runs. A task that ignores its cancellation
/// must not block other calls for ever.
@PanelActor
package final class CallQueue {
    /// The limits of a queue.
    package struct Limits: Sendable {
        /// The maximum of concurrent calls.
        package var running: Int
        /// The maximum of cancelled calls whose tasks still run. Above the limit, the extension is broken, and only a
        /// new process helps.
        package var stuck: Int

        /// Creates limits. The defaults are far above a panel's needs.
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

    /// Called when more than `limits.stuck` cancelled calls have not ended.
    package var overwhelmed: (@PanelActor (_ stuck: Int) -> Void)?

    /// Creates an empty queue.
    package nonisolated init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// A call from its arrival to its end.
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

        /// Cancels the call, because its client no longer waits. A waiting call never starts.
        package func giveUp() {
            queue?.giveUp(self)
        }
    }

    /// Runs `body` when the limit allows, never during this call.
    package func run(_ body: @escaping @Sendable () async -> Void) -> Call {
        let call = Call(queue: self, body: body)
        if running < limits.running { start(call) } else { waiting.append(call) }
        return call
    }

    /// Calls `body` once no call runs or waits. Cancelled calls count until their tasks end.
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
