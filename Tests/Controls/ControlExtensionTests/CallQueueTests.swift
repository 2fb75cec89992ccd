import EventLoop
import Synchronization
import Testing

@testable import ControlExtension

/// The limit of running calls, and the handling of calls that were given up.
@PanelActor
struct CallQueueTests {
    /// Calls that run until the gate opens, and ignore cancellation.
    private final class Gate: Sendable {
        private struct State {
            var arrived: [Int] = []
            var leaving: [Int: CheckedContinuation<Void, Never>] = [:]
            var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?
        }

        private let state = Mutex(State())

        var arrived: [Int] { state.withLock { $0.arrived } }

        func enter(_ number: Int) async {
            await withCheckedContinuation { continuation in
                let awaited = state.withLock { state in
                    state.arrived.append(number)
                    state.leaving[number] = continuation
                    guard let awaited = state.awaited, state.arrived.count >= awaited.count else {
                        return CheckedContinuation<Void, Never>?.none
                    }
                    state.awaited = nil
                    return awaited.continuation
                }
                awaited?.resume()
            }
        }

        func arrivals(_ count: Int) async {
            await withCheckedContinuation { continuation in
                let isSo = state.withLock { state in
                    let isSo = state.arrived.count >= count
                    if !isSo { state.awaited = (count, continuation) }
                    return isSo
                }
                if isSo { continuation.resume() }
            }
        }

        func letGo(_ number: Int) {
            state.withLock { $0.leaving.removeValue(forKey: number) }?.resume()
        }
    }

    private let gate = Gate()

    private func run(_ number: Int, in queue: CallQueue) -> @PanelActor () -> Void {
        let gate = gate
        return queue.run { await gate.enter(number) }
    }

    private func idle(_ queue: CallQueue) async {
        await withCheckedContinuation { continuation in queue.whenIdle { continuation.resume() } }
    }

    @Test("a storm of calls is limited, and further calls wait in order")
    func bounded() async {
        let queue = CallQueue(mostRunning: 2)
        for number in 0..<5 { _ = run(number, in: queue) }
        await gate.arrivals(2)
        #expect(Set(gate.arrived) == [0, 1])
        gate.letGo(0)
        await gate.arrivals(3)
        #expect(gate.arrived.last == 2)
        for number in 1..<5 {
            await gate.arrivals(min(5, number + 2))
            gate.letGo(number)
        }
        await idle(queue)
        #expect(gate.arrived.count == 5)
    }

    @Test("C26 a call that was given up makes room although its task goes on")
    func givenUp() async {
        let queue = CallQueue(mostRunning: 1)
        let giveUp = run(0, in: queue)
        await gate.arrivals(1)
        _ = run(1, in: queue)
        giveUp()
        await gate.arrivals(2)
        gate.letGo(1)
        gate.letGo(0)
        await idle(queue)
    }

    @Test("a call that is given up while it waits never begins")
    func neverBegun() async {
        let queue = CallQueue(mostRunning: 1)
        _ = run(0, in: queue)
        await gate.arrivals(1)
        run(1, in: queue)()
        _ = run(2, in: queue)
        gate.letGo(0)
        await gate.arrivals(2)
        #expect(gate.arrived == [0, 2])
        gate.letGo(2)
        await idle(queue)
    }

    @Test("too many calls that ignore cancellation are reported")
    func overwhelmed() async {
        let queue = CallQueue(mostRunning: 1, mostStuck: 2)
        var told: [Int] = []
        queue.overwhelmed = { told.append($0) }
        for number in 0..<3 {
            let giveUp = run(number, in: queue)
            await gate.arrivals(number + 1)
            giveUp()
        }
        #expect(told == [3])
        for number in 0..<3 { gate.letGo(number) }
        await idle(queue)
    }
}
