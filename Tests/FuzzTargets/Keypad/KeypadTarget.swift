import EventLoop
import Gestures
import SimulatedGPIO

/// Keys of a matrix keypad that are pressed and let go at any times, or its scanner alone with any stamps.
///
/// ```
///   'W' layout bounce seed (key pause)…          a keypad on a simulated board
///   'S' layout timings (what time? rows)…        the scanner
/// ```
@PanelActor
enum KeypadTarget {
    private static let layouts = [
        ["123", "456", "789", "*0#"], ["12 A", "3 4B", "567C", "890D"], ["1234"], ["1", "2", "3"], ["12", "34"],
    ]
    private static let bounces = [
        ContactBounce.typical, .none, ContactBounce(duration: .milliseconds(4), interval: .microseconds(200)),
    ]
    /// The limit keeps an input within a few milliseconds.
    private static let steps = 24
    /// The number that means a replug; keys have lower numbers.
    private static let replug: UInt8 = 0xff

    static func check(_ bytes: [UInt8]) async throws {
        var input = FuzzInput(bytes)
        if input.byte() == UInt8(ascii: "S") {
            try ScannerTarget.check(layout: input.choice(of: layouts), &input)
        } else {
            try await checkWorld(&input)
        }
    }

    private static func checkWorld(_ input: inout FuzzInput) async throws {
        let keys = input.choice(of: layouts)
        let world = try KeypadWorld(
            keys, bounce: input.choice(of: bounces), seed: UInt64(input.byte()),
            // The time is shorter than the usual minute.
            timings: ScannerTarget.quicklyStuck)
        let names = keys.joined().filter { $0 != " " }.map { $0 }
        try await world.run(.milliseconds(20))
        for _ in 0..<steps where !input.isEmpty {
            let what = input.byte()
            if what == replug { try await world.replug() } else { try world.toggle(names[Int(what) % names.count]) }
            let pause = Int(input.byte())
            // The pause is near a scan's length, or near the pauses between scans and between a finger's movements.
            try await world.run(pause < 128 ? .microseconds(pause * 25) : .microseconds((pause - 128) * 500))
        }
        try await world.end(pressing: names[names.count / 2])
    }
}
