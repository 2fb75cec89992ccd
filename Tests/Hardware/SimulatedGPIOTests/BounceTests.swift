import EventLoop
import GPIO
import MonotonicTime
import Testing

@testable import SimulatedGPIO

@Suite("Contacts that bounce")
@PanelActor
struct BounceTests {
    private func changes(_ bounce: ContactBounce, seed: UInt64) -> [Duration] {
        var generator = SeededGenerator(seed: seed)
        return bounce.changes(using: &generator)
    }

    @Test("the changes of a bounce are even in number, in order, and within its duration, for any seed")
    func bounds() {
        let bounces: [ContactBounce] = [
            .typical, ContactBounce(duration: .milliseconds(5), interval: .microseconds(50)),
            ContactBounce(duration: .milliseconds(3), interval: .zero),
            ContactBounce(duration: .microseconds(30), interval: .seconds(1)),
            ContactBounce(duration: .nanoseconds(1), interval: .nanoseconds(1)),
        ]
        for bounce in bounces {
            for seed in 0..<500 {
                let changes = changes(bounce, seed: UInt64(seed))
                let isGood =
                    changes.count.isMultiple(of: 2) && zip(changes, changes.dropFirst()).allSatisfy { $0 < $1 }
                    && changes.allSatisfy { $0 > .zero && $0 < bounce.duration }
                #expect(isGood, "seed \(seed)")
            }
        }
        #expect((0..<20).contains { !changes(.typical, seed: $0).isEmpty })
        #expect(changes(.none, seed: 1).isEmpty)
        #expect(changes(ContactBounce(duration: .milliseconds(-1), interval: .milliseconds(1)), seed: 1).isEmpty)
    }

    @Test("a seed determines the bounce, and seeding again repeats it")
    func determinism() throws {
        func history(_ world: SimulatedWorld) throws -> [EdgeEvent] {
            let request = try world.input("GPIO17", isActiveLow: true, bias: .up)
            defer { request.release() }
            var events: [EdgeEvent] = []
            let start = world.clock.now
            for _ in 0..<10 {
                try world.board.moveContact("GPIO17", isClosed: true)
                world.runAtOnce(for: .milliseconds(20))
                try world.board.moveContact("GPIO17", isClosed: false)
                world.runAtOnce(for: .milliseconds(20))
                events += try request.events()
            }
            return events.map {
                EdgeEvent(
                    line: $0.line, isActive: $0.isActive,
                    time: MonotonicInstant(nanoseconds: start.duration(to: $0.time).nanoseconds), sequence: $0.sequence)
            }
        }
        func world(seed: UInt64) -> SimulatedWorld {
            let world = SimulatedWorld(seed: seed)
            world.board.bounce = .typical
            return world
        }
        let first = world(seed: 5)
        let expected = try history(first)
        #expect(expected.count > 20)
        #expect(try history(world(seed: 5)) == expected)
        #expect(try history(world(seed: 6)) != expected)
        first.board.seed(5)
        #expect(try history(first) == expected)
    }

    @Test("a moved contact touches at once, chatters, and ends in its new position", arguments: Bias.allCases)
    func ending(bias: Bias) throws {
        for isActiveLow in [false, true] {
            let world = SimulatedWorld(seed: 3)
            world.board.bounce = ContactBounce(duration: .milliseconds(2), interval: .microseconds(100))
            let request = try world.input("GPIO4", isActiveLow: isActiveLow, bias: bias)
            // A contact against the wrong resistor changes no level.
            let isAgainstResistor = bias == .none || (bias == .up) == isActiveLow
            guard isAgainstResistor else { continue }
            try world.board.sense("GPIO4", isActive: false)
            _ = try request.events()
            for isActive in [true, false, true] {
                let start = world.clock.now
                try world.board.moveContact("GPIO4", isClosed: isActive)
                let first = try request.events()
                #expect(first.map(\.isActive) == [isActive] && first.map(\.time) == [start])
                world.runAtOnce(for: .milliseconds(5))
                let rest = try request.events()
                #expect(rest.count.isMultiple(of: 2))
                #expect(rest.enumerated().allSatisfy { $1.isActive == ($0.isMultiple(of: 2) != isActive) })
                #expect(rest.allSatisfy { start.duration(to: $0.time) < .milliseconds(2) })
                #expect(try request.levels() == [isActive])
            }
            request.release()
        }
    }

    @Test("a contact that is moved while it chatters ends in its last position")
    func interrupted() throws {
        for seed in 1...50 {
            let world = SimulatedWorld(seed: UInt64(seed))
            world.board.bounce = ContactBounce(duration: .milliseconds(5), interval: .microseconds(200))
            let request = try world.input("GPIO4", isActiveLow: true, bias: .up)
            for step in 0..<8 {
                if step.isMultiple(of: 2) {
                    try world.board.moveContact("GPIO4", isClosed: true)
                } else {
                    try world.board.moveContact("GPIO4", isClosed: false)
                }
                world.runAtOnce(for: .microseconds(step * 90))
                _ = try request.events()
            }
            world.runAtOnce(for: .milliseconds(10))
            #expect(try request.levels() == [false])
            try world.board.moveContact("GPIO4", isClosed: true)
            try world.board.connect("GPIO4", toHigh: nil)
            _ = try request.events()
            world.runAtOnce(for: .milliseconds(10))
            #expect(try request.levels() == [false])
            #expect(try request.events().isEmpty, "a line that is connected at once does not chatter on")
            request.release()
        }
    }

    @Test("moving a contact to its present position changes nothing")
    func sameAgain() throws {
        let world = SimulatedWorld()
        let request = try world.input("GPIO4", bias: .down)
        try world.board.moveContact("GPIO4", isClosed: false)
        #expect(try request.events().isEmpty)
        try world.board.moveContact("GPIO4", isClosed: true)
        try world.board.moveContact("GPIO4", isClosed: true)
        #expect(try request.events().count == 1)
        request.release()
    }
}
