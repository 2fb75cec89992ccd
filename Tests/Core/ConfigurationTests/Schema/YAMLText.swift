import ControlModel
import TestSupport

@testable import Configuration

/// Writes a value as YAML, in a randomly chosen notation.
enum YAMLText {
    static func of(_ value: JSON, _ generator: inout SplitMix64) -> String {
        block(value, indentation: "", &generator)
    }

    private static func block(_ value: JSON, indentation: String, _ generator: inout SplitMix64) -> String {
        switch value {
        case .object(let members) where !members.isEmpty && (indentation.isEmpty || !generator.once(in: 3)):
            let inner = indentation + "  "
            return members.map { member in
                let name = string(member.name, &generator)
                return "\n\(indentation)\(name): \(block(member.value, indentation: inner, &generator))"
            }.joined()
        case .array(let values) where !values.isEmpty && generator.once(in: 2):
            return values.map { "\n\(indentation)- \(flow($0, &generator))" }.joined()
        default: return flow(value, &generator)
        }
    }

    private static func flow(_ value: JSON, _ generator: inout SplitMix64) -> String {
        switch value {
        case .null: ["null", "~", "Null"].randomElement(using: &generator) ?? "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): string(text, &generator)
        case .array(let values): "[" + values.map { flow($0, &generator) }.joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.map { "\(string($0.name, &generator)): \(flow($0.value, &generator))" }
                .joined(separator: ", ") + "}"
        }
    }

    /// Whether a text needs no quotes, provided that it does not spell a truth value.
    private static func isWord(_ text: String) -> Bool {
        text.unicodeScalars.first?.isASCIILetter == true && text.utf8.last != UInt8(ascii: ":")
            && text.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || ["_", ".", "/", "-", ":"].contains($0) }
    }

    /// Writes a text plain, in single quotes or in double quotes, where the text permits.
    private static func string(_ text: String, _ generator: inout SplitMix64) -> String {
        if isWord(text), case .text = Scalar(text: text, isPlain: true).meaning, !generator.once(in: 4) { return text }
        if !generator.once(in: 3), text.unicodeScalars.allSatisfy({ $0 == " " || ("!"..."~").contains($0) }) {
            return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        }
        // Every JSON string is a YAML string in double quotes.
        return JSON.string(text).text
    }
}
