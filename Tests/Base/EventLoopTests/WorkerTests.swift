import Dispatch
import EventLoop
import Glibc
import Synchronization
import Testing

@Suite("Worker", .timeLimit(.minutes(5)))
@PanelActor
struct WorkerTests {
    /// Keeps a worker busy until the gate opens.
    private final class Gate: Sendable {
        private let pass = DispatchSemaphore(value: 0)

        func open() { pass.signal() }

        /// Waits until the gate is open, and leaves it open.
        func waitUntilOpen() {
            pass.wait()
            pass.signal()
        }
    }

    @Test("a dump of an object with a worker does not touch the jobs, which another thread runs")
    func dumped() {
        struct Owner {
            let worker = Worker()
        }
        var text = ""
        dump(Owner(), to: &text)
        #expect(text.contains("Worker") && !text.contains("spare") && !text.contains("jobs"), "\(text)")
    }

    @Test("jobs run off the loop in order, and their completions are called on the loop in order")
    func order() async {
        let worker = Worker()
        let loopThread = pthread_self()
        let done = Mutex<[Int]>([])
        var completed: [Int] = []
        var areElsewhere = true
        for number in 0..<1_000 {
            worker.perform {
                // Without the order, later jobs could overtake this one.
                if number.isMultiple(of: 100) { for _ in 0..<100 { sched_yield() } }
                done.withLock { $0.append(number) }
                return pthread_self()
            } then: { thread in
                if thread == loopThread || pthread_self() != loopThread { areElsewhere = false }
                completed.append(number)
            }
        }
        #expect(completed.isEmpty, "never inside the call")
        await EventLoop.panel.settle()
        #expect(completed == Array(0..<1_000))
        #expect(done.withLock { $0 } == completed)
        #expect(areElsewhere)
    }

    /// Notes the thread that releases it.
    private final class Captured: Sendable {
        private let note: @Sendable (pthread_t) -> Void

        init(_ note: @escaping @Sendable (pthread_t) -> Void) { self.note = note }

        func use() {}

        deinit { note(pthread_self()) }
    }

    @Test("the loop releases what a job captures, as the worker's thread would need the lock of the loop's memory")
    func releasing() async {
        let worker = Worker()
        let threads = Mutex<[pthread_t]>([])
        for _ in 0..<1_000 {
            let captured = Captured { thread in threads.withLock { $0.append(thread) } }
            worker.perform {
                captured.use()
            } then: {
                captured.use()
            }
        }
        await EventLoop.panel.settle()
        let loopThread = pthread_self()
        #expect(threads.withLock { $0.count } == 1_000)
        #expect(threads.withLock { $0.allSatisfy { $0 == loopThread } })
    }

    @Test("the loop does not settle while a worker's job or its completion is outstanding")
    func settling() async throws {
        let worker = Worker()
        let gate = Gate()
        var trace = ""
        worker.perform {
            gate.waitUntilOpen()
        } then: {
            trace += "a"
            worker.perform {
                7
            } then: {
                trace += String($0)
            }
        }
        let settled = Task {
            await EventLoop.panel.settle()
            trace += "s"
        }
        for _ in 0..<20 { try await nextTurn() }
        #expect(trace == "")
        gate.open()
        await settled.value
        #expect(trace == "a7s")
    }

    @Test("the end of the process can wait for the given jobs, up to a time limit")
    func finishing() async {
        let worker = Worker()
        #expect(worker.finish(within: .zero), "nothing was ever to be done")
        let count = Mutex(0)
        var completed = 0
        for _ in 0..<100 {
            worker.perform {
                count.withLock { $0 += 1 }
            } then: {
                completed += 1
            }
        }
        #expect(worker.finish(within: .seconds(60)))
        #expect(count.withLock { $0 } == 100 && completed == 0, "completions are the loop's")
        let gate = Gate()
        worker.perform {
            gate.waitUntilOpen()
        } then: {
        }
        #expect(!worker.finish(within: .milliseconds(5)))
        gate.open()
        #expect(worker.finish(within: .seconds(60)))
        await EventLoop.panel.settle()
        #expect(completed == 100)
    }

    @Test("workers do not wait for one another, and an idle worker wakes")
    func several() async {
        let (first, second) = (Worker(), Worker())
        let gate = Gate()
        var trace = ""
        for _ in 0..<3 {
            first.perform {
                gate.waitUntilOpen()
            } then: {
                trace += "a"
            }
            await withCheckedContinuation { continuation in
                second.perform {
                } then: {
                    trace += "b"
                    continuation.resume()
                }
            }
            gate.open()
            await EventLoop.panel.settle()
        }
        #expect(trace == "bababa" || trace.hasPrefix("ba") && trace.count == 6)
    }
}
