import EventLoop

/// Runs calls as tasks, with a limit on concurrent calls. Further calls wait.
///
/// A cancelled call does not count as running, even while its task still runs. A task that ignores its cancellation
/// must not block other calls for ever.
@PanelActor
final class CallQueue {
    /// A call from its arrival to its end.
    private final class Call {
        enum State {
            case waiting
            case running(Task<Void, Never>)
            case stuck
            case ended
        }

        var state = State.waiting
        let body: @Sendable () async -> Void

        init(_ body: @escaping @Sendable () async -> Void) {
            self.body = body
        }
    }

    private let mostRunning: Int
    private let mostStuck: Int
    private var running = 0
    private var stuck = 0
    private var waiting: [Call] = []
    private var whenIdle: [@PanelActor () -> Void] = []

    /// Called when more than `mostStuck` cancelled calls have not ended.
    var overwhelmed: (@PanelActor (_ stuck: Int) -> Void)?

    /// Creates an empty queue. The default limits are far above a panel's needs.
    ///
    /// - Parameters:
    ///   - mostRunning: The maximum of concurrent calls.
    ///   - mostStuck: The maximum of cancelled calls whose tasks still run. Above the limit, the extension is broken, and
    ///     only a new process helps.
    nonisolated init(mostRunning: Int = 64, mostStuck: Int = 1024) {
        self.mostRunning = mostRunning
        self.mostStuck = mostStuck
    }

    /// Runs `body` when the limit allows, never during this call.
    ///
    /// - Returns: A function that cancels the call, because its client no longer waits. A waiting call then never starts.
    func run(_ body: @escaping @Sendable () async -> Void) -> @PanelActor () -> Void {
        let call = Call(body)
        if running < mostRunning { start(call) } else { waiting.append(call) }
        return { [weak self] in self?.giveUp(call) }
    }

    /// Calls `body` once no call runs or waits. Cancelled calls count until their tasks end.
    func whenIdle(_ body: @escaping @PanelActor () -> Void) {
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
            if stuck > mostStuck { overwhelmed?(stuck) }
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
        while running < mostRunning, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    private func checkIdle() {
        guard running == 0, stuck == 0, waiting.isEmpty, !whenIdle.isEmpty else { return }
        let bodies = whenIdle
        whenIdle = []
        for body in bodies { body() }
    }
}
