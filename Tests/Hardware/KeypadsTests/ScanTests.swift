import EventLoop
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Gestures

@Suite("Scans")
@PanelActor
struct ScanTests {
    @Test("a key that bounces counts once, at most two scans after its bounce")
    func bounce() throws {
        var slowest = Duration.zero
        for seed in 0..<200 {
            let pad = try ScannedPad(
                bounce: ContactBounce(duration: .milliseconds(8), interval: .milliseconds(1)), seed: UInt64(seed))
            defer { pad.close() }
            try pad.run(.milliseconds(50))
            for key in "50" {
                let began = pad.clock.now
                try pad.press(String(key))
                try pad.run(.milliseconds(80))
                if let first = pad.outputs.last { slowest = max(slowest, began.duration(to: first.time)) }
                try pad.release(String(key))
                try pad.run(.milliseconds(80))
            }
            #expect(pad.transcript == "5+ 5- 0+ 0-", "seed \(seed)")
            #expect(pad.scanner.isIdle)
        }
        print("200 seeds of bounce up to 8 ms: one press for each key, the slowest after \(slowest)")
        #expect(slowest < .milliseconds(14))
    }

    @Test("an idle scanner has no scan and no wakeup in a minute")
    func idle() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        let (scans, wakeups) = (pad.scanner.scans, pad.wakeups)
        #expect(scans == 0 && wakeups == 1 && pad.scanner.deadline == nil)
        try pad.run(.seconds(60))
        #expect(pad.scanner.scans == scans && pad.wakeups == wakeups && pad.clock.firings == 0)
    }

    @Test("a held key costs a scan every 5 ms, and scans end once its release counts")
    func cost() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        try pad.press("5")
        try pad.run(.seconds(1))
        #expect((199...201).contains(pad.scanner.scans))
        let wakeups = pad.wakeups
        #expect((598...604).contains(wakeups))
        try pad.release("5")
        while pad.outputs.count < 2 { try pad.run(.microseconds(50)) }
        #expect(!pad.scanner.isIdle && pad.clock.now.nanoseconds < 1_080_000_000)
        let (scans, reads) = (pad.scanner.scans, pad.wakeups)
        try pad.run(.milliseconds(100))
        #expect(pad.scanner.isIdle && pad.scanner.scans == scans && pad.wakeups == reads + 1)
        print("a key held for 1 s: 200 scans, \(wakeups) turns of the loop for 3 columns")
    }

    @Test("a release counts only after 20 ms, so that a weak finger does not press twice")
    func weakFinger() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        try pad.press("5")
        for _ in 0..<5 {
            try pad.run(.milliseconds(40))
            try pad.release("5")
            try pad.run(.milliseconds(14))
            try pad.press("5")
        }
        try pad.run(.milliseconds(40))
        #expect(pad.transcript == "5+")
        try pad.release("5")
        try pad.run(.milliseconds(26))
        #expect(pad.transcript == "5+ 5-")
        try pad.press("5")
        try pad.run(.milliseconds(40))
        #expect(pad.transcript == "5+ 5- 5+")
    }

    @Test("a key held for 60 s is stuck: it was pressed once, is a fault, and recovers after 1 s; other keys work")
    func stuck() throws {
        #expect(KeypadTimings().stuck == .seconds(60) && KeypadTimings().cure == .seconds(1))
        let pad = try ScannedPad(timings: KeypadTimings(stuck: .seconds(6)))
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        try pad.press("5")
        try pad.run(.milliseconds(5_990))
        #expect(pad.transcript == "5+")
        try pad.run(.milliseconds(20))
        #expect(pad.transcript == "5+ 5!stuck")
        let scans = pad.scanner.scans
        try pad.run(.seconds(10))
        #expect((199...201).contains(pad.scanner.scans - scans), "20 scans a second for it")
        // A key in the same row, one in the same column, and one in neither.
        for key in "681" {
            try pad.press(String(key))
            try pad.run(.milliseconds(80))
            try pad.release(String(key))
            try pad.run(.milliseconds(80))
        }
        #expect(pad.transcript == "5+ 5!stuck 6+ 6- 8+ 8- 1+ 1-")
        pad.forget()
        try pad.release("5")
        try pad.run(.milliseconds(900))
        try pad.press("5")
        try pad.run(.milliseconds(100))
        try pad.release("5")
        try pad.run(.milliseconds(950))
        #expect(pad.transcript == "")
        try pad.run(.milliseconds(200))
        #expect(pad.transcript == "5." && pad.scanner.isIdle)
        try pad.press("5")
        try pad.run(.milliseconds(80))
        #expect(pad.transcript == "5. 5+")
    }

    @Test("a key that is closed at the start is stuck, not pressed")
    func closedAtStart() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.press("5")
        try pad.run(.milliseconds(50))
        #expect(pad.transcript == "5!stuck")
        try pad.press("2")
        try pad.run(.milliseconds(80))
        try pad.release("25")
        try pad.run(.milliseconds(1_200))
        #expect(pad.transcript == "5!stuck 2+ 2- 5." && pad.scanner.isIdle)
    }

    @Test("a chattering contact is quarantined within two seconds, and its storm costs few scans")
    func chatter() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        func storm(_ seconds: Int) throws {
            for _ in 0..<(seconds * 40) {
                try pad.press("5")
                try pad.run(.milliseconds(13))
                try pad.release("5")
                try pad.run(.milliseconds(12))
            }
        }
        try storm(2)
        #expect(pad.transcript == "5+ 5!chatter")
        let scans = pad.scanner.scans
        try storm(10)
        #expect(pad.transcript == "5+ 5!chatter" && pad.scanner.scans - scans <= 1_000)
        try pad.run(.milliseconds(1_100))
        #expect(pad.transcript == "5+ 5!chatter 5." && pad.scanner.isIdle)
    }

    @Test("unexplained edges cost at most 20 scans a second, and keys still count")
    func noise() throws {
        let pad = try ScannedPad()
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        func noise(_ seconds: Int) throws {
            for _ in 0..<(seconds * 1_000) {
                try pad.board.connect("GPIO1", toHigh: false)
                try pad.board.connect("GPIO1", toHigh: nil)
                try pad.run(.milliseconds(1))
            }
        }
        try noise(1)
        let scans = pad.scanner.scans
        try noise(10)
        #expect(pad.transcript == "" && pad.scanner.scans - scans <= 201)
        try pad.press("5")
        try pad.run(.milliseconds(60))
        #expect(pad.transcript == "5+")
        try pad.release("5")
        try pad.run(.milliseconds(100))
        #expect(pad.transcript == "5+ 5-" && pad.scanner.isIdle)
    }

    @Test("each of 50 keys in a row, 80 ms down and 80 ms up, counts")
    func typing() throws {
        let pad = try ScannedPad(bounce: .typical)
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        let text = String(repeating: "13579*0#11", count: 5)
        for key in text {
            try pad.press(String(key))
            try pad.run(.milliseconds(80))
            try pad.release(String(key))
            try pad.run(.milliseconds(80))
        }
        #expect(String(pad.outputs.pressed) == text && pad.outputs.count == 100)
    }

    @Test("a position without a key conducts but never counts")
    func noKey() throws {
        let pad = try ScannedPad(["12", "3 "], timings: KeypadTimings(stuck: .seconds(2)))
        defer { pad.close() }
        try pad.run(.milliseconds(50))
        try pad.board.moveContact(between: "GPIO1", and: "GPIO21", isClosed: true)
        try pad.run(.milliseconds(50))
        #expect(pad.transcript == "")
        try pad.press("2")
        try pad.run(.milliseconds(50))
        try pad.press("1")
        try pad.run(.milliseconds(50))
        #expect(pad.transcript == "2+ ghosts")
        try pad.run(.seconds(3))
        // The ghost was visible for as long as its causes.
        #expect(pad.transcript == "2+ ghosts  !stuck 2!stuck 1!stuck 3!stuck")
    }

    @Test("reported times never go back, and an earlier stamp counts as the latest")
    func times() throws {
        let layout = try KeypadLayout(["12"])
        var scanner = KeypadScanner(layout: layout, at: .zero.advanced(by: .seconds(5)))
        _ = scanner.read([false], at: .zero)
        #expect(!scanner.isIdle, "too early: the lines have not settled")
        _ = scanner.read([false], at: .zero.advanced(by: .seconds(6)))
        #expect(scanner.isIdle)
        scanner.edge(at: .zero)
        #expect(scanner.deadline == .zero.advanced(by: .seconds(6) + .microseconds(50)))
        _ = scanner.read([true], at: .zero.advanced(by: .seconds(7)))
        let outputs = scanner.read([], at: .zero.advanced(by: .seconds(8)))
        #expect(outputs == [.pressed("1", at: .zero.advanced(by: .seconds(8)))])
    }
}
