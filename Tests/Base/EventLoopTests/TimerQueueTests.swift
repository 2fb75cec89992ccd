import MonotonicTime
import TestSupport
import Testing

@testable import EventLoop

@Suite("Timer queue")
@PanelActor
struct TimerQueueTests {
    /// A simple model of the queue: a sorted array.
    private struct Model {
        struct Entry {
            var deadline: Int64
            var order: Int
            var timer: Int
        }

        private(set) var entries: [Entry] = []
        private var armings = 0

        mutating func insert(_ timer: Int, deadline: Int64) {
            remove(timer)
            armings += 1
            // Timers that were armed later come after earlier ones with the same deadline.
            let index = entries.firstIndex { $0.deadline > deadline } ?? entries.count
            entries.insert(Entry(deadline: deadline, order: armings, timer: timer), at: index)
        }

        mutating func remove(_ timer: Int) {
            entries.removeAll { $0.timer == timer }
        }

        mutating func popDue(at now: Int64) -> Int? {
            guard let first = entries.first, first.deadline <= now else { return nil }
            entries.removeFirst()
            return first.timer
        }
    }

    @Test("over 100,000 random operations the queue equals an array sorted by deadline and arming", arguments: 1...4)
    func model(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let clock = VirtualScheduler()
        let timers = (0..<60).map { _ in clock.makeTimer {} }
        let numbers = Dictionary(uniqueKeysWithValues: timers.enumerated().map { (ObjectIdentifier($1), $0) })
        let queue = TimerQueue()
        var model = Model()
        var differences = 0
        for _ in 0..<25_000 {
            let timer = Int.random(in: timers.indices, using: &generator)
            // There are few different deadlines, so that many are equal.
            let time = Int64.random(in: 0..<90, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<6:
                queue.insert(timers[timer], deadline: .init(nanoseconds: time))
                model.insert(timer, deadline: time)
                if timers[timer].deadline?.nanoseconds != time { differences += 1 }
            case 6..<8:
                queue.remove(timers[timer])
                model.remove(timer)
                if timers[timer].deadline != nil { differences += 1 }
            case 8:
                let popped = queue.popDue(at: .init(nanoseconds: time / 4)).flatMap { numbers[ObjectIdentifier($0)] }
                if popped != model.popDue(at: time / 4) { differences += 1 }
            default:
                var due: [PanelTimer] = []
                queue.takeDue(at: .init(nanoseconds: time / 16), into: &due)
                for taken in due {
                    let popped = model.popDue(at: time / 16)
                    if !queue.expire(taken) || numbers[ObjectIdentifier(taken)] != popped { differences += 1 }
                }
                if model.popDue(at: time / 16) != nil { differences += 1 }
            }
            if queue.nextDeadline?.nanoseconds != model.entries.first?.deadline { differences += 1 }
            if queue.isEmpty != model.entries.isEmpty { differences += 1 }
        }
        #expect(differences == 0)
        #expect(model.entries.count > 10)
        while let timer = queue.popDue(at: .distantFuture) {
            #expect(numbers[ObjectIdentifier(timer)] == model.popDue(at: .max))
        }
        #expect(model.entries.isEmpty && queue.nextDeadline == nil)
        #expect(timers.allSatisfy { $0.deadline == nil && $0.heapIndex == nil })
    }

    @Test("a timer that was removed as due and then cancelled or armed again does not expire")
    func taken() {
        let clock = VirtualScheduler()
        let timers = (0..<4).map { _ in clock.makeTimer {} }
        let queue = TimerQueue()
        for timer in timers { queue.insert(timer, deadline: .zero) }
        var due: [PanelTimer] = []
        queue.takeDue(at: .zero, into: &due)
        #expect(due.map(ObjectIdentifier.init) == timers.map(ObjectIdentifier.init))
        #expect(queue.isEmpty)
        queue.remove(timers[1])
        queue.insert(timers[2], deadline: .zero)
        #expect(due.map { queue.expire($0) } == [true, false, false, true])
        #expect(timers.map(\.deadline) == [nil, nil, .zero, nil])
        #expect(queue.popDue(at: .zero) === timers[2])
    }

    @Test("a timer is due from its deadline on, not before")
    func due() {
        let timer = VirtualScheduler().makeTimer {}
        let queue = TimerQueue()
        #expect(!queue.isDue(at: .distantFuture))
        queue.insert(timer, deadline: .init(nanoseconds: 5))
        #expect(!queue.isDue(at: .init(nanoseconds: 4)) && queue.isDue(at: .init(nanoseconds: 5)))
        #expect(queue.popDue(at: .init(nanoseconds: 4)) == nil)
        #expect(queue.popDue(at: .init(nanoseconds: 5)) === timer)
    }
}
