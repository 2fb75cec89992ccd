import EventLoop
import Foundation
import MonotonicTime
import Testing

@Suite("Jobs on the loop", .timeLimit(.minutes(5)))
struct JobTests {
    /// The received items in their order.
    @PanelActor
    private final class Log {
        private(set) var numbers: [[Int]]
        private(set) var count = 0
        private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

        init(sources: Int) {
            numbers = Array(repeating: [], count: sources)
        }

        func append(_ number: Int, from source: Int) {
            numbers[source].append(number)
            count += 1
            if let waiter, waiter.count == count { waiter.continuation.resume() }
        }

        func wait(for count: Int) async {
            guard self.count < count else { return }
            await withCheckedContinuation { waiter = (count, $0) }
        }
    }

    @Test("jobs from many threads all run, each thread's in its order")
    func manyThreads() async {
        let (threads, jobs) = (8, 2_000)
        let log = await Log(sources: threads)
        for source in 0..<threads {
            Thread.detachNewThread {
                for number in 0..<jobs { Task { @PanelActor in log.append(number, from: source) } }
            }
        }
        await log.wait(for: threads * jobs)
        let numbers = await log.numbers
        #expect(numbers.allSatisfy { $0 == Array(0..<jobs) })
    }

    @Test("no wakeup is lost over thousands of hops to the loop and back, alone and concurrently")
    func pingPong() async {
        for tasks in [1, 4] {
            let log = await Log(sources: tasks)
            let hops = 2_000 / tasks
            await withTaskGroup(of: Void.self) { group in
                for source in 0..<tasks {
                    group.addTask {
                        // Each await sleeps until the loop has woken, run the job, and gone to sleep again.
                        for number in 0..<hops { await log.append(number, from: source) }
                    }
                }
            }
            let numbers = await log.numbers
            #expect(numbers.allSatisfy { $0 == Array(0..<hops) })
        }
    }

    @Test("jobs that code on the loop enqueues run in order, after earlier jobs")
    @PanelActor
    func ownJobs() async {
        let log = Log(sources: 1)
        for number in 0..<100 { Task { log.append(number, from: 0) } }
        #expect(log.count == 0, "never inside the call")
        await log.wait(for: 100)
        #expect(log.numbers == [Array(0..<100)])
    }

    @Test("a job that enqueues itself forever delays neither timers nor descriptors")
    @PanelActor
    func greedyJob() async throws {
        let pipe = try TestPipe()
        let greedy = GreedyJob()
        greedy.enqueue()
        let (events, event) = AsyncStream<String>.makeStream()
        let watch = try EventLoop.panel.watch(pipe.reader) { _ in
            pipe.drain()
            event.yield("read")
        }
        pipe.write()
        let timer = EventLoop.panel.makeTimer { event.yield("fired") }
        timer.arm(at: EventLoop.panel.now.advanced(by: .milliseconds(1)))
        var iterator = events.makeAsyncIterator()
        let seen = [await iterator.next(), await iterator.next()]
        #expect(Set(seen) == ["read", "fired"])
        #expect(greedy.count > 1)
        greedy.isOver = true
        watch.cancel()
        pipe.close()
    }

    @Test("a handler on the loop is on the actor, although no task runs it")
    @PanelActor
    func isolation() async {
        // The compiler has no information about the place where this runs.
        let plain: @Sendable () -> Int = { PanelActor.assumeIsolated { 42 } }
        let answer = await withCheckedContinuation { continuation in
            EventLoop.panel.makeTimer { continuation.resume(returning: plain()) }.arm(at: .zero)
        }
        #expect(answer == 42)
        #expect(plain() == 42)
        #expect(throws: CancellationError.self) { try PanelActor.assumeIsolated { throw CancellationError() } }
    }

    @Test("`settle` returns once all work on the loop has ended")
    @PanelActor
    func settling() async throws {
        for _ in 0..<50 {
            let pipes = [try TestPipe(), try TestPipe()]
            var trace = ""
            let timer = EventLoop.panel.makeTimer {
                trace += "t"
                pipes[1].write()
            }
            let watches = [
                try EventLoop.panel.watch(pipes[0].reader) { _ in
                    pipes[0].drain()
                    trace += "a"
                    Task {
                        trace += "j"
                        timer.arm(at: EventLoop.panel.now)
                    }
                },
                try EventLoop.panel.watch(pipes[1].reader) { _ in
                    pipes[1].drain()
                    trace += "b"
                    Task { Task { trace += "k" } }
                },
            ]
            pipes[0].write()
            await EventLoop.panel.settle()
            #expect(trace == "ajtbk")
            for watch in watches { watch.cancel() }
            for pipe in pipes { pipe.close() }
        }
    }

    @Test("`settle` does not return while a descriptor is ready, and then returns to all waiters on any thread")
    @PanelActor
    func settlingWaits() async throws {
        let pipe = try TestPipe()
        let watch = try EventLoop.panel.watch(pipe.reader) { _ in }
        pipe.write()
        var settled = 0
        let tasks = (0..<3).map { _ in
            Task {
                await EventLoop.panel.settle()
                settled += 1
            }
        }
        let distant = Task.detached { await EventLoop.panel.settle() }
        for _ in 0..<20 { try await nextTurn() }
        #expect(settled == 0)
        pipe.drain()
        for task in tasks { await task.value }
        await distant.value
        #expect(settled == 3)
        // A timer with a later deadline and a muted descriptor do not prevent settling.
        let timer = EventLoop.panel.makeTimer {}
        timer.arm(at: EventLoop.panel.now.advanced(by: .seconds(3_600)))
        watch.isMuted = true
        pipe.write()
        await EventLoop.panel.settle()
        timer.cancel()
        watch.cancel()
        pipe.close()
    }
}

/// A job that enqueues itself again each time it runs.
@PanelActor
private final class GreedyJob {
    var isOver = false
    private(set) var count = 0

    func enqueue() {
        guard !isOver else { return }
        count += 1
        Task { @PanelActor in self.enqueue() }
    }
}
