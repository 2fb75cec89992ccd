import ControlModel
import ProgramSupport

/// A parameter's value as users type it: `NAME=VALUE`.
///
/// `true` and `false` are truth values. A number in JSON's grammar is a number, integer or not. A value that begins
/// with `"` or `[` is a JSON string or array. All other values are text, so that `timer=work` needs no quotes within
/// quotes.
struct ParameterAssignment: Sendable, Hashable {
    var name: String
    var value: IntentValue

    /// A text that is not an assignment.
    enum Problem: Error, CustomStringConvertible {
        case form
        case json

        var description: String {
            switch self {
            case .form: "give NAME=VALUE"
            case .json: "what begins with a quotation mark or bracket must be a JSON string or array"
            }
        }
    }

    init(_ text: String) throws(Problem) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { throw .form }
        name = String(text[..<equals])
        value = try Self.value(String(text[text.index(after: equals)...]))
    }

    private static func value(_ text: String) throws(Problem) -> IntentValue {
        switch text.first {
        case nil: return .string("")
        case "\"":
            guard let string = JSONText.value(String.self, text) else { throw .json }
            return .string(string)
        case "[":
            guard let values = JSONText.value([IntentValue].self, text) else { throw .json }
            return .array(values)
        default: return bare(text)
        }
    }

    private static func bare(_ text: String) -> IntentValue {
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        // JSON's grammar for numbers (RFC 8259, 6) has neither `007` nor `+5` nor `0x10`, but allows blanks around
        // them.
        let isPlain = text.utf8.allSatisfy { UInt8(ascii: "+")...UInt8(ascii: "e") ~= $0 }
        guard isPlain, let number = JSONText.value(Double.self, text) else { return .string(text) }
        return Int(text).map { .int($0) } ?? .double(number)
    }

    /// The values by their parameters' names.
    static func values(_ assignments: [ParameterAssignment]) -> [String: IntentValue] {
        Dictionary(assignments.map { ($0.name, $0.value) }) { _, last in last }
    }

    // MARK: Writing

    /// The option to type for one of `values`: `--parameter NAME=A | B`. The option has the word VALUE if the values
    /// cannot be listed.
    static func usage(_ name: String, values: [IntentValue]?) -> String {
        guard let values, let first = values.first else { return "--parameter \(name)=VALUE" }
        return
            (["--parameter " + shellWord(name + "=" + text(of: first))]
            + values.dropFirst().map { shellWord(text(of: $0)) }).joined(separator: " | ")
    }

    /// The text after `=` that `init(_:)` reads as this value.
    static func text(of value: IntentValue) -> String {
        if case .string(let string) = value, (try? Self.value(string)) == value { return string }
        // All values come from JSON, so that JSON can encode them: numbers, for example, are finite.
        return (try? JSONText.line(value)) ?? value.description
    }

    private static func shellWord(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_-.,:/=@%+".utf8.contains(byte)
            }
        }
        if isPlain && !text.isEmpty { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
