import MonotonicTime
import TestSupport
import Testing

@Suite("Durations as text")
struct DurationTextTests {
    /// The greatest readable duration, in ns: 100 years of 366 days.
    private static let limit: Int64 = 100 * 366 * 86_400_000_000_000

    private static let readable: [(String, Int64)] = [
        ("0ms", 0), ("0d", 0), ("0.0s", 0), ("1ms", 1_000_000), ("500ms", 500_000_000), ("007s", 7_000_000_000),
        ("1s", 1_000_000_000), ("1.5s", 1_500_000_000), ("0.1s", 100_000_000), ("2m", 120_000_000_000),
        ("0.5m", 30_000_000_000), ("2h", 7_200_000_000_000), ("1.25h", 4_500_000_000_000),
        ("3d", 259_200_000_000_000), ("0.000001ms", 1), ("0.0000005ms", 1), ("0.0000004ms", 0),
        ("0.333333333333333333333333333m", 20_000_000_000), ("0.1111111111d", 9_599_999_999_040),
        ("9007199.254740993s", 9_007_199_254_740_993), ("36600d", limit), ("3162240000s", limit),
    ]

    @Test("a whole or decimal number with a unit is read to the nanosecond", arguments: readable)
    func reading(text: String, nanoseconds: Int64) {
        #expect(Duration(text: text) == .nanoseconds(nanoseconds))
        #expect(Duration(text: text[...]) == .nanoseconds(nanoseconds))
    }

    @Test(
        "any other text is refused as a duration",
        arguments: [
            "", " ", "s", "5", "5 s", " 5s", "5s ", "-5s", "+5s", ".5s", "5.s", ".s", ".", "1.2.3s", "1..2s", "1,5s",
            "1e3s", "0x1s", "1_000ms", "5S", "5sec", "5us", "5ns", "5w", "5y", "1h30m", "5s5", "infs", "nans", "NaN",
            "५s", "5s\u{301}", "\u{FF15}s", "²s", "½h", "5s\n", "5\u{200B}s", "36600.000000000001d", "36601d",
            "3162240000.000000001s", "99999999999999999999s", "213503982334d", "18446744073709551615ms",
            "18446744073709.999999ms0", "0.0000000000000000001.5s",
        ])
    func refusal(text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test("a number of any length is read or refused, and never traps")
    func longNumbers() {
        for count in [17, 18, 19, 20, 40, 10_000] {
            let zeros = String(repeating: "0", count: count)
            let nines = String(repeating: "9", count: count)
            #expect(Duration(text: zeros + "1s") == .seconds(1))
            #expect(Duration(text: "1." + zeros + "s") == .seconds(1))
            #expect(Duration(text: "1." + nines + "s") == .seconds(2))
            #expect(Duration(text: "36599." + nines + "d") == .nanoseconds(Self.limit))
            #expect(Duration(text: "36600." + nines + "d") == nil)
            #expect(Duration(text: nines + "ms") == nil)
        }
    }

    private static let written: [(Int64, String)] = [
        (0, "0s"), (1, "0.000001ms"), (99, "0.000099ms"), (1_000, "0.001ms"), (500_000, "0.5ms"),
        (1_500_000, "1.5ms"), (500_000_000, "500ms"), (1_000_000_000, "1s"), (1_500_000_000, "1500ms"),
        (59_000_000_000, "59s"), (60_000_000_000, "1m"), (90_000_000_000, "90s"), (3_600_000_000_000, "1h"),
        (5_400_000_000_000, "90m"), (86_400_000_000_000, "1d"), (90_000_000_000_000, "25h"),
        (9_007_199_254_740_993, "9007199254.740993ms"), (-1, "-0.000001ms"), (-1_500_000_000, "-1500ms"),
        (-86_400_000_000_000, "-1d"), (.max, "9223372036854.775807ms"), (.min, "-9223372036854.775808ms"),
    ]

    @Test("a duration is written with the largest unit that divides it", arguments: written)
    func writing(nanoseconds: Int64, text: String) {
        #expect(Duration.nanoseconds(nanoseconds).text == text)
    }

    @Test("a written duration is read back equal, from a nanosecond to a century")
    func roundTrip() {
        var generator = SplitMix64(seed: 1)
        let units: [Int64] = [
            1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000, 3_600_000_000_000, 86_400_000_000_000,
        ]
        var broken: [Duration] = []
        for index in 0..<20_000 {
            // Each unit and each order of magnitude is equally likely.
            let unit = units[index % units.count]
            let most = (Self.limit / unit) >> Int64.random(in: 0...50, using: &generator)
            let duration = Duration.nanoseconds(Int64.random(in: 0...max(most, 1), using: &generator) * unit)
            if Duration(text: duration.text) != duration { broken.append(duration) }
        }
        #expect(broken.isEmpty)
    }
}
