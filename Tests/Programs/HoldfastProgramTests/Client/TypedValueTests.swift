import ControlModel
import MonotonicTime
import Testing

@testable import holdfast

/// Values as users type them: `NAME=VALUE`, and the times of `holdfast log --since`.
@Suite
struct TypedValueTests {
    @Test(
        "a typed value is a truth value, a number, a JSON text or array, or else text",
        arguments: [
            ("true", IntentValue.bool(true)), ("5", .int(5)), ("-0.5", .double(-0.5)), ("007", .string("007")),
            ("0x10", .string("0x10")), ("+5", .string("+5")), ("", .string("")), ("\"5\"", .string("5")),
            ("[\"a\", 1]", .array([.string("a"), .int(1)])), ("work", .string("work")),
        ])
    func value(text: String, value: IntentValue) throws {
        #expect(try ParameterAssignment("name=\(text)").value == value)
    }

    @Test(
        "each value can be typed as it is printed",
        arguments: [
            IntentValue.bool(false), .int(-3), .double(1.5), .string("true"), .string("5"), .string("[a"),
            .string("it's \"so\""), .array([.string("x"), .bool(true)]),
        ])
    func roundTrip(value: IntentValue) throws {
        #expect(try ParameterAssignment("name=" + ParameterAssignment.text(of: value)).value == value)
    }

    @Test("the option to type quotes what a shell would take for its own")
    func usage() {
        #expect(ParameterAssignment.usage("mode", values: nil) == "--parameter mode=VALUE")
        #expect(
            ParameterAssignment.usage("mode", values: [.string("a b"), .string("it's")])
                == "--parameter 'mode=a b' | 'it'\\''s'")
    }

    @Test(
        "a time back has a number and a unit, with or without a blank",
        arguments: [("2h", Duration.seconds(7_200)), ("3 d", .seconds(259_200)), ("90 min", .seconds(5_400))])
    func timeBack(text: String, duration: Duration) {
        #expect(LogBeginning(text) == .back(duration))
    }

    @Test(
        "what is no time is refused",
        arguments: ["", "yesterday", "2026-13-01", "2026-05-01 24:00", "2026-05-01 8:00", "2026-05-01 18", "2 h ago"])
    func noTime(text: String) {
        #expect(LogBeginning(text) == nil)
    }

    @Test("a date and a time of day count in local time")
    func date() throws {
        guard case .at(let day) = LogBeginning("2026-05-01"),
            case .at(let evening) = LogBeginning("2026-05-01T18:00:30")
        else {
            Issue.record("both texts are times")
            return
        }
        #expect(evening - day == 18 * 3_600 + 30)
    }
}
