import EventLoop
import Gestures
import MonotonicTime
import SimulatedGPIO
import TestSupport
import Testing

/// The scanner with the electrical model: for any pressed keys, no other key is reported.
@Suite("Ghosts")
@PanelActor
struct GhostTests {
    private static let keys = Array("123456789*0#")
    /// The number of random steps on each pad.
    private static let steps = Effort.count(2_000)

    /// Whether two of three keys share a row and two a column, so that the fourth corner looks pressed.
    private func isLShaped(_ keys: [Character], _ layout: KeypadLayout) -> Bool {
        let places = keys.compactMap { layout.place(of: $0) }
        return Set(places.map(\.row)).count == 2 && Set(places.map(\.column)).count == 2
    }

    @Test("two keys pressed one after the other count in their order", arguments: [ContactBounce.none, .typical])
    func pairs(bounce: ContactBounce) throws {
        let pad = try ScannedPad(bounce: bounce)
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        var count = 0
        for first in Self.keys {
            for second in Self.keys where second != first {
                count += 1
                try pad.press(String(first))
                try pad.run(.milliseconds(15))
                try pad.press(String(second))
                try pad.run(.milliseconds(20))
                try pad.release(String(first))
                try pad.run(.milliseconds(35))
                try pad.release(String(second))
                try pad.run(.milliseconds(50))
                #expect(pad.transcript == "\(first)+ \(second)+ \(first)- \(second)-")
                #expect(pad.scanner.isIdle)
                pad.forget()
            }
        }
        print(
            "pairs in order, bounce \(bounce.duration): \(count), keys that were not pressed: \(pad.inventions.count)")
        #expect(count == 132 && pad.inventions.isEmpty && pad.board.conflicts.isEmpty)
    }

    @Test("a pair of keys pressed at once does not count")
    func chords() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        var count = 0
        for (index, first) in Self.keys.enumerated() {
            for second in Self.keys[(index + 1)...] {
                count += 1
                try pad.press("\(first)\(second)")
                try pad.run(.milliseconds(20))
                try pad.release("\(first)\(second)")
                try pad.run(.milliseconds(50))
                #expect(pad.transcript == "chord")
                #expect(pad.scanner.isIdle)
                pad.forget()
            }
        }
        print("pairs at once: \(count), keys reported: 0")
        #expect(count == 66 && pad.board.conflicts.isEmpty)
    }

    /// The times between three presses and releases, and the bounce.
    enum Manner: CaseIterable {
        case slowly, atOnce, chattering, chatteringForLong

        var gap: Duration {
            switch self {
            case .slowly: .milliseconds(15)
            case .atOnce: .zero
            case .chattering: .milliseconds(3)
            case .chatteringForLong: .microseconds(700)
            }
        }

        var bounce: ContactBounce {
            switch self {
            case .slowly, .atOnce: .none
            case .chattering: .typical
            case .chatteringForLong: ContactBounce(duration: .milliseconds(4), interval: .microseconds(200))
            }
        }
    }

    @Test(
        "any three keys, in every timing, never report the fourth corner", arguments: Manner.allCases
    )
    func triples(manner: Manner) throws {
        let pad = try ScannedPad(bounce: manner.bounce, seed: 5)
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        var (count, ghosts) = (0, 0)
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        for (first, second, third) in Self.triples {
            let keys = orders[count % orders.count].map { [first, second, third][$0] }
            count += 1
            for key in keys {
                try pad.press(String(key))
                try pad.run(manner.gap)
            }
            try pad.run(.milliseconds(15))
            let isGhostly = pad.outputs.contains { if case .ghosts = $0 { true } else { false } }
            for key in keys {
                try pad.release(String(key))
                try pad.run(manner.gap)
            }
            try pad.run(.milliseconds(60))
            #expect(Set(pad.outputs.pressed).isSubset(of: keys))
            #expect(pad.scanner.isIdle)
            if manner == .slowly {
                let isLShaped = isLShaped(keys, pad.layout)
                #expect(isGhostly == isLShaped && pad.outputs.pressed == Array(keys.prefix(isLShaped ? 2 : 3)))
            }
            ghosts += isGhostly ? 1 : 0
            pad.forget()
        }
        print(
            "triples \(manner): \(count), with ghosts: \(ghosts), keys that were not pressed: \(pad.inventions.count), "
                + "shorted outputs: \(pad.board.conflicts.count)")
        #expect(count == 220 && ghosts > 0 && pad.inventions.isEmpty && pad.board.conflicts.isEmpty)
    }

    private static var triples: [(Character, Character, Character)] {
        var triples: [(Character, Character, Character)] = []
        for (index, first) in keys.enumerated() {
            for (offset, second) in keys.enumerated() where offset > index {
                for third in keys[(offset + 1)...] { triples.append((first, second, third)) }
            }
        }
        return triples
    }

    @Test("a rectangle's third key in the middle of a scan, which shows the ghost first, reports no ghost")
    func midScan() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        var count = 0
        for (first, second, third) in Self.triples where isLShaped([first, second, third], pad.layout) {
            for keys in [[first, second, third], [third, first, second], [second, third, first]] {
                for column in 0..<3 {
                    count += 1
                    for key in keys.prefix(2) {
                        try pad.press(String(key))
                        try pad.run(.milliseconds(12))
                    }
                    // While this column is driven, the columns before it have already been read.
                    while pad.scanner.drive != .column(column) { try pad.run(.microseconds(20)) }
                    try pad.press(String(keys[2]))
                    try pad.run(.milliseconds(12))
                    while pad.scanner.drive != .column(column) { try pad.run(.microseconds(20)) }
                    try pad.release(String(keys[0]))
                    try pad.run(.milliseconds(12))
                    try pad.release(String(keys))
                    try pad.run(.milliseconds(40))
                    #expect(pad.outputs.pressed == Array(keys.prefix(2)))
                    #expect(pad.outputs.contains { if case .ghosts = $0 { true } else { false } } && pad.scanner.isIdle)
                    pad.forget()
                }
            }
        }
        print("third keys in the middle of a scan: \(count), keys that were not pressed: \(pad.inventions.count)")
        #expect(count == 72 * 9 && pad.inventions.isEmpty)
    }

    @Test("a ghost in a single scan does not count if one of its causes opens for a moment")
    func unsteadyKey() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        for key in "12" {
            try pad.press(String(key))
            try pad.run(.milliseconds(12))
        }
        while pad.scanner.drive != .column(0) { try pad.run(.microseconds(20)) }
        try pad.release("1")
        while pad.scanner.drive != .column(1) { try pad.run(.microseconds(20)) }
        // Through keys 2, 1 and 4 the second column's low level reaches 5, while the first column has shown nothing.
        try pad.press("14")
        try pad.run(.milliseconds(12))
        #expect(pad.transcript == "1+ 2+ ghosts" && pad.inventions.isEmpty)
        try pad.release("124")
        try pad.run(.milliseconds(60))
        #expect(pad.transcript == "1+ 2+ ghosts 1- 2-")
    }

    @Test("after ghosts no key counts until all are up, and then the pad works")
    func afterGhosts() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        for keys in ["1", "2", "4"] {
            try pad.press(keys)
            try pad.run(.milliseconds(30))
        }
        #expect(pad.transcript == "1+ 2+ ghosts")
        try pad.release("1")
        try pad.run(.milliseconds(100))
        // Keys 2 and 4 are no longer ambiguous, but the time of 4's press is unknown.
        #expect(pad.transcript == "1+ 2+ ghosts 1-")
        try pad.press("9")
        try pad.run(.milliseconds(100))
        try pad.release("249")
        try pad.run(.milliseconds(100))
        #expect(pad.transcript == "1+ 2+ ghosts 1- 2-")
        try pad.press("5")
        try pad.run(.milliseconds(80))
        #expect(pad.transcript == "1+ 2+ ghosts 1- 2- 5+")
    }

    @Test(
        "random keys at any time never report a key that is not down, and a single press is always reported")
    func anything() throws {
        var random = SplitMix64(seed: 77)
        let layouts = [ScannedPad.telephone, ["1"], ["1234"], ["1", "2", "3"], ["12 A", "3 4B", "567C", "890D"]]
        var (steps, pressed, inventions, alone, ghosts) = (0, 0, 0, 0, 0)
        for (index, keys) in layouts.enumerated() {
            let pad = try ScannedPad(keys, bounce: .typical, seed: UInt64(index))
            defer { pad.close() }
            try pad.run(.milliseconds(50))
            let all = keys.joined().filter { $0 != " " }.map { $0 }
            var down: Set<Character> = []
            for _ in 0..<Self.steps {
                steps += 1
                let key = all[Int(random.number(in: 0...Int64(all.count - 1)))]
                if down.contains(key) {
                    try pad.release(String(key))
                    down.remove(key)
                } else if down.count < 5 {
                    try pad.press(String(key))
                    down.insert(key)
                }
                try pad.run(.microseconds(random.number(in: 0...(random.once(in: 8) ? 60_000 : 6_000))))
                guard random.once(in: 20) else { continue }
                // All keys are up; then one key is pressed alone.
                try pad.release(String(down.sorted()))
                down = []
                // This is long enough to end the quarantine of a chattering key.
                try pad.run(.milliseconds(1_200))
                #expect(pad.scanner.isIdle)
                ghosts += pad.outputs.count { if case .ghosts = $0 { true } else { false } }
                pressed += pad.outputs.pressed.count
                pad.forget()
                try pad.press(String(key))
                try pad.run(.milliseconds(50))
                try pad.release(String(key))
                try pad.run(.milliseconds(100))
                #expect(pad.transcript == "\(key)+ \(key)-")
                alone += 1
            }
            inventions += pad.inventions.count
            #expect(pad.board.conflicts.isEmpty)
        }
        print(
            "random steps: \(steps), presses reported: \(pressed), ghosts: \(ghosts), keys that were not down: "
                + "\(inventions), presses alone: \(alone)")
        #expect(steps == layouts.count * Self.steps && inventions == 0)
        #expect(pressed > steps / 20 && ghosts > steps / 500)
    }
}
