import CEvdev
import Gestures
import MonotonicTime
import TestSupport
import Testing

@testable import Keypads

@Suite("Events of input devices")
struct EvdevDecoderTests {
    /// Decodes a text of events and returns the transcript. `1+` `1-` `1=` is a key that goes down, up, or repeats; `_`
    /// ends the packet; `!` is SYN_DROPPED; brackets have the difference that the lost events made.
    private func transcript(_ text: String, down: [Int32] = []) -> String {
        var decoder = EvdevDecoder(down: down.map { UInt16($0) }, at: .zero)
        var outputs: [KeypadOutput] = []
        var isSynchronisation = false
        var key: Int32 = 0
        for (index, character) in text.filter({ $0 != " " }).enumerated() {
            let time = MonotonicInstant(nanoseconds: Int64(index))
            func take(_ type: Int32, _ code: Int32, _ value: Int32) {
                outputs += decoder.take(
                    EvdevEvent(
                        time: time, type: type, code: code, value: value, isSynchronisation: isSynchronisation))
            }
            switch character {
            case "(": isSynchronisation = true
            case ")": isSynchronisation = false
            case "+": take(EV_KEY, key, 1)
            case "-": take(EV_KEY, key, 0)
            case "=": take(EV_KEY, key, 2)
            case "_": take(EV_SYN, SYN_REPORT, 0)
            case "!": take(EV_SYN, SYN_DROPPED, 0)
            default: key = Self.codes[character] ?? 0
            }
        }
        return outputs.transcript
    }

    private static let codes: [Character: Int32] = [
        "1": KEY_KP1, "2": KEY_2, "3": KEY_KP3, "0": KEY_NUMERIC_0, "e": KEY_KPENTER, "b": KEY_BACKSPACE,
        "n": KEY_NUMLOCK,
    ]

    @Test(
        "a sequence of events gives exactly the keys that count",
        arguments: [
            ("1+_ 1-_", "1+ 1-"),
            ("1+_ 1=_ 1=_ 1-_", "1+ 1-"),
            ("e+_ e-_ b+_ b-_ 0+_ 0-_", "#+ #- *+ *- 0+ 0-"),
            // Num Lock is not in the key map.
            ("n+_ 1+_ 1-_ n-_", "1+ 1-"),
            ("1+_ 2+_ 1-_ 2-_", "1+ 2+ 1- 2-"),
            // Two keys in one packet have no order.
            ("1+2+_ 1-_ 2-_ 3+_ 3-_", "chord 3+ 3-"),
            ("1+_ 2+3+_ 2-3-_ 2+_ 2-_ 1-_ 2+_", "1+ chord 1- 2+"),
            ("1+1-_ 2+_", "1+ 1- 2+"),
            ("1+2+1-_ 2-_", "chord"),
            // A correct kernel never sends two presses or a release without a press.
            ("1+_ 1+_ 1-_ 1-_", "1+ 1-"),
            // The key went down and up while events were lost, which has no effect.
            ("1+_ 1-_ !(_) 2+_ 2-_", "1+ 1- missed 2+ 2-"),
            // The key went up while events were lost and counts as released.
            ("1+_ !(1-_) 2+_ 2-_", "1+ missed 1- 2+ 2-"),
            // The key went down while events were lost. No key counts until it is up.
            ("!(2+_) 3+_ 3-_ 2-_ 3+_ 3-_", "missed 3+ 3-"),
            ("1+_ !(2+_) 2-_ 2+_ 2-_ 1-_ 2+_ 2-_", "1+ missed 1- 2+ 2-"),
            // The packet was cut short.
            ("1+ !(_) 1-_ 2+_", "missed 2+"),
            ("1+ !(1-_) 2+_", "missed 2+"),
        ])
    func counting(text: String, expected: String) {
        #expect(transcript(text) == expected)
    }

    @Test("a key that is down at the start counts only after it has been up")
    func start() {
        #expect(transcript("1=_ 2+_ 2-_ 1-_ 1+_ 1-_", down: [KEY_KP1]) == "1+ 1-")
        #expect(transcript("2+_ 2-_", down: [KEY_NUMLOCK]) == "2+ 2-")
    }

    @Test("the key map has all digits three times, and both keys that are no digits")
    func map() {
        let digits = EvdevKeys.characters.values.filter(\.isWholeNumber)
        #expect(digits.count == 30 && Set(digits).count == 10 && EvdevKeys.digitCodes.count == 30)
        #expect(EvdevKeys.characters[UInt16(KEY_ESC)] == "*")
        #expect(EvdevKeys.characters[UInt16(KEY_ENTER)] == "#")
        #expect(
            EvdevKeys.characters[UInt16(KEY_0)] == "0" && EvdevKeys.characters[UInt16(KEY_9)] == "9"
        )
    }

    @Test("for any events a pressed key is down, and is released or lost before its next press")
    func anything() {
        var random = SplitMix64(seed: 3)
        let codes = Array(Self.codes.values.sorted())
        var presses = 0
        for _ in 0..<200 {
            var decoder = EvdevDecoder(down: [], at: .zero)
            var down: Set<Int32> = []
            var reported: Set<Character> = []
            for step in 0..<200 {
                let code = codes[Int(random.number(in: 0...Int64(codes.count - 1)))]
                let (type, number, value): (Int32, Int32, Int32) =
                    switch random.next() % 8 {
                    case 0, 1, 2, 3: (EV_SYN, SYN_REPORT, 0)
                    case 4: (EV_SYN, random.once(in: 8) ? SYN_DROPPED : SYN_REPORT, 0)
                    case 5: (EV_KEY, code, 0)
                    case 6: (EV_KEY, code, 1)
                    default: (Int32(truncatingIfNeeded: random.next()), Int32(truncatingIfNeeded: random.next()), 1)
                    }
                if type == EV_KEY, value == 1 { down.insert(number) }
                for output in decoder.take(
                    EvdevEvent(
                        time: MonotonicInstant(nanoseconds: Int64(step)), type: type, code: number, value: value,
                        isSynchronisation: random.once(in: 20)))
                {
                    switch output {
                    case .pressed(let key, _):
                        presses += 1
                        #expect(down.contains { EvdevKeys.characters[UInt16($0)] == key })
                        #expect(reported.insert(key).inserted)
                    case .released(let key, _): #expect(reported.remove(key) != nil)
                    case .chord, .missed: break
                    case .ghosts, .quarantined, .cured: Issue.record("\(output)")
                    }
                }
                if type == EV_KEY, value == 0 { down.remove(number) }
            }
        }
        #expect(presses > 500)
    }
}
