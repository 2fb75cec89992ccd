import Gestures
import MonotonicTime

/// A keypad's scanner with any calls at any times, and with timings of any size.
enum ScannerTarget {
    private static let steps = 200
    /// The number of scans with all keys up after which the scanner must rest. A quarantine needs fewer.
    private static let scansToRest = 5_000

    static let quicklyStuck: KeypadTimings = {
        var timings = KeypadTimings.usual
        timings.stuck = .milliseconds(400)
        return timings
    }()

    static func check(layout keys: [String], _ input: inout FuzzInput) throws {
        let layout = try KeypadLayout(keys)
        let hasUsualTimings = input.byte().isMultiple(of: 2)
        let timings = hasUsualTimings ? quicklyStuck : timings(&input)
        var now = MonotonicInstant(nanoseconds: Int64(input.byte()) * 1_000_000)
        var scanner = KeypadScanner(layout: layout, timings: timings, at: now)
        var pressed: Set<Character> = []
        var latest = MonotonicInstant(nanoseconds: .min)
        func read(_ rows: [Bool]) throws {
            let outputs = scanner.read(rows, at: now)
            for output in outputs {
                try require(output.time >= latest, "\(output) after \(latest)")
                latest = output.time
                switch output {
                case .pressed(let key, _):
                    try require(key != " " && pressed.insert(key).inserted, "\(output): it is pressed already")
                case .released(let key, _): try require(pressed.remove(key) != nil, "\(output): it was not pressed")
                case .quarantined(let key, _, _): pressed.remove(key)
                case .chord, .ghosts, .cured: break
                case .missed: throw FuzzFinding("a matrix loses no keys")
                }
            }
            if let deadline = scanner.deadline {
                try require(deadline >= now, "a deadline at \(deadline), which is past at \(now)")
            }
            try require((scanner.deadline == nil) == scanner.isIdle, "it waits for nothing, or is idle with a deadline")
        }
        for _ in 0..<steps where !input.isEmpty {
            let what = input.byte()
            if what & 1 != 0, let deadline = scanner.deadline { now = max(now, deadline) }
            if what & 2 != 0 { now = now.advanced(by: .microseconds(Int(input.byte()) * 40)) }
            if what & 0xe0 == 0xe0 { now = max(now, MonotonicInstant(nanoseconds: input.number())) }
            if what & 4 != 0 { scanner.edge(at: now) }
            let low = input.byte()
            try read((0..<layout.rowCount).map { low & (1 << $0) != 0 })
        }
        // Near the end of the clock's range the scanner cannot come to rest.
        guard hasUsualTimings, now < MonotonicInstant(nanoseconds: .max / 2) else { return }
        var scans = 0
        while let deadline = scanner.deadline {
            now = max(now, deadline)
            try read(Array(repeating: false, count: layout.rowCount))
            scans += 1
            try require(scans < Self.scansToRest, "with all keys up it goes on scanning")
        }
        try require(pressed.isEmpty, "\(pressed.sorted()) stay pressed")
    }

    private static func timings(_ input: inout FuzzInput) -> KeypadTimings {
        func duration() -> Duration {
            switch input.byte() {
            case 0xff: Duration(secondsComponent: .max, attosecondsComponent: 0)
            case 0xfe: Duration(secondsComponent: .min, attosecondsComponent: 0)
            case 0xfd: .nanoseconds(input.number())
            case let number: .microseconds(Int(number) * Int(number))
            }
        }
        var timings = KeypadTimings.usual
        for part in [\KeypadTimings.settle, \.interval, \.slowInterval, \.release, \.stuck, \.cure] {
            timings[keyPath: part] = duration()
        }
        timings.stormRate = Int(input.number())
        timings.stormDuration = duration()
        return timings
    }
}
