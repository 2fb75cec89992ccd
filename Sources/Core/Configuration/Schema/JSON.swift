/// A JSON value whose objects keep the order of their members. The same value therefore always has the same text.
indirect enum JSON: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Sendable, Equatable {
        var name: String
        var value: JSON

        init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// An object with one member.
    static func object(_ name: String, _ value: JSON) -> JSON {
        .object([Member(name, value)])
    }

    static func strings(_ strings: [String]) -> JSON {
        .array(strings.map { .string($0) })
    }

    /// The value as text of several lines, with an indentation of two spaces, without a line break at the end. A value
    /// without an object takes one line.
    var text: String {
        var text = ""
        write(to: &text, indentation: "")
        return text
    }

    private var isFlat: Bool {
        switch self {
        case .null, .boolean, .integer, .number, .string: true
        case .array(let values): values.allSatisfy(\.isFlat)
        case .object(let members): members.isEmpty
        }
    }

    private func write(to text: inout String, indentation: String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        // JSON has neither infinities nor NaN.
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            write(values, ("[", "]"), isFlat: isFlat, to: &text, indentation) { value, text, inner in
                value.write(to: &text, indentation: inner)
            }
        case .object(let members):
            write(members, ("{", "}"), isFlat: isFlat, to: &text, indentation) { member, text, inner in
                Self.write(member.name, to: &text)
                text += ": "
                member.value.write(to: &text, indentation: inner)
            }
        }
    }

    private func write<Element>(
        _ elements: [Element], _ brackets: (String, String), isFlat: Bool, to text: inout String, _ indentation: String,
        each: (Element, inout String, _ indentation: String) -> Void
    ) {
        let inner = indentation + "  "
        text += brackets.0
        for (index, element) in elements.enumerated() {
            if index > 0 { text += isFlat ? ", " : "," }
            if !isFlat { text += "\n\(inner)" }
            each(element, &text, inner)
        }
        text += isFlat ? brackets.1 : "\n\(indentation)\(brackets.1)"
    }

    /// Escapes the characters that RFC 8259, 7, demands, and Unicode's line ends, which break lines in some editors.
    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
