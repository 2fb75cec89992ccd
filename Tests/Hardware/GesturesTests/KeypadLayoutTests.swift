import MonotonicTime
import TestSupport
import Testing

@testable import Gestures

@Suite("Keypad layouts and their values")
struct KeypadLayoutTests {
    @Test("a layout gives the key at each row and column")
    func layout() throws {
        let layout = try KeypadLayout(["123", "456", "789", "*0#"])
        #expect(layout.rowCount == 4 && layout.columnCount == 3)
        #expect(layout[3, 1] == "0" && layout[0, 2] == "3")
        let place = try #require(layout.place(of: "#"))
        #expect(place == (3, 2))
        #expect(layout.place(of: "x") == nil && layout.place(of: " ") == nil)
        let sparse = try KeypadLayout(["1 ", " é"])
        #expect(sparse[1, 1] == "é" && sparse[0, 1] == " ")
    }

    @Test(
        "malformed text of a layout is refused with the error",
        arguments: [
            ([], "a keypad needs at least one key"), (["", ""], "a keypad needs at least one key"),
            (["  "], "a keypad needs at least one key"),
            (["123", "45"], "row 2 of the keypad has 2 keys, the first one 3; write a space where there is no key"),
            (["12", "21"], "the keypad has two keys '2'"),
            ([String(repeating: "x", count: 17)], "the keypad has 1 rows and 17 columns; 16 of each are the most"),
        ])
    func noLayout(rows: [String], words: String) {
        let error = #expect(throws: KeypadLayoutError.self) { try KeypadLayout(rows) }
        #expect(error?.description == words)
    }

    @Test("columns are ambiguous if their connected lines are neither one row nor one column")
    func ambiguity() {
        // The rows of each column, as bits.
        let cases: [([UInt16], UInt16)] = [
            ([0, 0, 0], 0), ([1, 0, 0], 0), ([1, 1, 1], 0), ([7, 0, 0], 0), ([1, 2, 4], 0), ([3, 3, 0], 3),
            ([3, 1, 0], 3), ([3, 1, 4], 3), ([1, 3, 2], 7), ([5, 5, 2], 3), ([3, 4, 6], 7), ([3, 0, 12], 0),
            ([9, 6, 9], 5),
        ]
        for (columns, ambiguous) in cases {
            var picture = KeypadPicture(columnCount: columns.count)
            for (index, rows) in columns.enumerated() { picture.set(index, rows) }
            #expect(picture.ambiguousColumns == ambiguous, "\(columns)")
            #expect(picture.count == columns.reduce(0) { $0 + $1.nonzeroBitCount })
        }
    }

    @Test(
        "a scanner's calls in any order, with any stamps, levels and timings, never trap and keep the rules of outputs")
    func anything() throws {
        var random = SplitMix64(seed: 21)
        let layout = try KeypadLayout(["12", "3 "])
        for index in 0..<3_000 {
            let timings = KeypadTimings(
                settle: duration(&random), interval: duration(&random), slowInterval: duration(&random),
                release: duration(&random), stuck: duration(&random), cure: duration(&random),
                stormRate: Int(truncatingIfNeeded: random.next()) >> Int(random.next() % 64),
                stormDuration: duration(&random))
            var now = MonotonicInstant(nanoseconds: random.number(in: 0...1_000_000_000))
            var scanner = KeypadScanner(layout: layout, timings: timings, at: now)
            var down: Set<Character> = []
            var latest = MonotonicInstant(nanoseconds: .min)
            for _ in 0..<60 {
                if let deadline = scanner.deadline, !random.once(in: 4) { now = deadline }
                if random.once(in: 10) { now = MonotonicInstant(nanoseconds: Int64(truncatingIfNeeded: random.next())) }
                if random.once(in: 5) { scanner.edge(at: now) }
                let rows = (0..<Int(random.next() % 4)).map { _ in random.once(in: 3) }
                for output in scanner.read(rows, at: now) {
                    #expect(output.time >= latest)
                    latest = output.time
                    switch output {
                    case .pressed(let key, _): #expect(down.insert(key).inserted && key != " ", "\(index)")
                    case .released(let key, _): #expect(down.remove(key) != nil, "\(index)")
                    case .quarantined(let key, _, _): down.remove(key)
                    case .chord, .ghosts, .cured: break
                    case .missed: Issue.record("a matrix loses no events")
                    }
                }
            }
        }
    }

    private func duration(_ random: inout SplitMix64) -> Duration {
        switch random.next() % 6 {
        case 0: Duration(secondsComponent: .max, attosecondsComponent: 0)
        case 1: Duration(secondsComponent: .min, attosecondsComponent: 0)
        case 2: .zero
        default: .microseconds(random.number(in: 0...100_000))
        }
    }
}
