import ControlModel
import MonotonicTime
import TestSupport
import Testing

@testable import Panel

/// All sequences of events up to a depth, over `PerformanceWorld`.
@Suite("Performance table", .timeLimit(.minutes(10)))
struct PerformanceTableTests {
    /// The beginnings of the sequences, and the most events that follow each.
    private static let starts: [(events: [PerformanceWorld.Event], depth: Int)] = [
        ([], 6),
        // Both controls are on.
        ([.hold(.lamp, .panel), .unlock, .hold(.gate, .panel), .proof(succeeds: true), .reply(.done)], 4),
        // An extension performs and asks.
        ([.unlock, .hold(.gate, .panel), .proof(succeeds: true), .ask], 4),
        // A scene waits for the extension.
        ([.unlock, .hold(.scene, .panel), .proof(succeeds: true)], 4),
        // An intent that needs more than its control asks.
        (
            [
                .unlock, .hold(.gate, .programWithPIN), .proof(succeeds: true), .reply(.next), .proof(succeeds: true),
                .ask,
            ], 3
        ),
    ]

    private struct Node {
        var world: PerformanceWorld
        var parent: Int?
        var event: PerformanceWorld.Event?
    }

    @Test(
        "Nothing guarded is driven without authority, nothing is performed twice, each request gets exactly one end",
        arguments: [LockFacts.Trail.none, .writable])
    func explore(trail: LockFacts.Trail) {
        for start in Self.starts {
            var world = PerformanceWorld(trail: trail)
            for event in start.events { _ = world.handle(event) }
            explore(world, start.events, depth: Effort.isFull ? start.depth + 1 : start.depth)
        }
    }

    /// Explores level by level. A world that is known needs no second visit.
    private func explore(_ world: PerformanceWorld, _ start: [PerformanceWorld.Event], depth: Int) {
        var nodes = [Node(world: world)]
        var known: Set<[Int]> = [world.key]
        var level = nodes.indices
        for _ in 0..<depth {
            let next = nodes.count
            for index in level {
                for event in PerformanceWorld.Event.all {
                    var world = nodes[index].world
                    guard world.handle(event) else { continue }
                    let isNew = known.insert(world.key).inserted
                    guard isNew || !world.violations.isEmpty else { continue }
                    nodes.append(Node(world: world, parent: index, event: event))
                    world.drain()
                    guard world.violations.isEmpty else {
                        let path = start + Self.path(to: nodes.count - 1, nodes)
                        Issue.record("\(world.violations.joined(separator: "; ")): \(path)")
                        return
                    }
                }
            }
            level = next..<nodes.count
        }
    }

    @Test("An extension asks at most eight questions, and adds at most eight intents to the first one")
    func bounds() {
        var world = PerformanceWorld(trail: .writable)
        for event in [PerformanceWorld.Event.unlock, .hold(.gate, .panel), .proof(succeeds: true)] {
            _ = world.handle(event)
        }
        for _ in 0..<20 {
            _ = world.handle(.ask)
            _ = world.handle(.withdraw)
        }
        #expect(world.table.entries.values.first?.questions == 8)
        var intents = 0
        while world.handle(.reply(.next)) {
            intents += 1
            _ = world.handle(.proof(succeeds: true))
        }
        #expect(intents == 9)
        #expect(world.table.entries.isEmpty)
    }

    @Test("An intent that follows in the panel's own performance needs no PIN, although a person's right is left to it")
    func followers() {
        let facts = LockFacts(isUnlocked: true, isEntitled: true, keepsPINs: true, trail: .none)
        let cases: [(Requester, PerformanceTable.SendEffect)] = [
            (.consequence(LastingRight(.local)), .refuse("it needs a PIN, and nobody has asked for it")),
            (.trusted, .send), (.panel, .send),
        ]
        for (requester, effect) in cases {
            var table = PerformanceTable()
            let id = table.addIntent(by: requester)
            #expect(table.send(id, needing: .local, isProved: true, lock: facts) == .send)
            let isAwaited = table.replied(id)
            #expect(isAwaited)
            var other = table
            #expect(table.send(id, needing: .required, isProved: true, lock: facts) == effect, "\(requester)")
            #expect(other.send(id, needing: .none, isProved: true, lock: facts) == .send)
        }
    }

    @Test("A performance goes on after a wait, and its intent is sent after the proof, only with the authority of then")
    func waits() {
        var facts = LockFacts(isUnlocked: true, isEntitled: true, keepsPINs: true, trail: .none)
        var table = PerformanceTable()
        let program = Requester.programWithPIN(actor: .program(user: 1_000))
        let request = PerformanceTable.Request(
            control: PerformanceWorld.Control.gate.id, access: AccessQuestion(needed: .local, requester: program),
            isPlain: true)
        guard
            case .begin(let id, _) = table.request(
                request, obstacle: nil, objection: nil, lock: facts)
        else { return #expect(Bool(false), "it begins") }
        table.beginIntent(id, limit: nil, at: .zero)
        #expect(table.objection(toContinue: id, lock: facts) == nil)
        facts.isEntitled = false
        #expect(table.objection(toContinue: id, lock: facts) != nil)
        var late = table
        // The control needed the PIN, its intent does not.
        #expect(late.send(id, needing: .none, isProved: true, lock: facts) != .send)
        facts.isEntitled = true
        #expect(table.send(id, needing: .none, isProved: true, lock: facts) == .send)
    }

    @Test("An intent that needs more than its control waits for the disk, and one that needs no more does not")
    func stricterIntent() {
        let facts = LockFacts(isUnlocked: true, isEntitled: true, keepsPINs: true, trail: .writable)
        for (needed, effect) in [(ControlAuthentication.none, PerformanceTable.SendEffect.send), (.required, .prove)] {
            var table = PerformanceTable()
            let id = table.addIntent(by: .panel)
            #expect(table.send(id, needing: needed, isProved: false, lock: facts) == effect)
        }
    }

    private static func path(to index: Int, _ nodes: [Node]) -> [PerformanceWorld.Event] {
        var events: [PerformanceWorld.Event] = []
        var index: Int? = index
        while let node = index {
            if let event = nodes[node].event { events.insert(event, at: 0) }
            index = nodes[node].parent
        }
        return events
    }
}
