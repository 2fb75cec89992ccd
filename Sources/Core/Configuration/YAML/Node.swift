/// A node of the YAML that the reader accepts: no anchors, aliases or tags, and only scalars as keys.
struct Node: Sendable {
    enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case mapping([Entry])
        /// A node that has already been reported, such as an alias; the readers skip it.
        case refused
    }

    struct Entry: Sendable {
        var key: Scalar
        var keyPosition: SourcePosition
        var value: Node

        /// The entry, with a value that has been reported.
        var refused: Entry {
            var copy = self
            copy.value.content = .refused
            return copy
        }
    }

    var content: Content
    var position: SourcePosition
    /// The position behind the last character of a scalar, or behind the bracket that closes a list or a mapping. Block
    /// lists and blocks of keys have none: libyaml gives them the position of the next token.
    var end: SourcePosition?

    init(content: Content, position: SourcePosition, end: SourcePosition? = nil) {
        (self.content, self.position, self.end) = (content, position, end)
    }

    /// Whether the node has been reported.
    var isRefused: Bool {
        if case .refused = content { true } else { false }
    }
}

/// A scalar, with a flag for its spelling without quotes. Only such a plain scalar can be a number or a truth value.
struct Scalar: Sendable {
    /// The type that YAML readers give a scalar. YAML 1.1 and 1.2 differ: a scalar is text here only if both versions
    /// read it as text.
    enum Meaning {
        case nothing
        case truth(Bool)
        case number
        case text
    }

    var text: String
    var isPlain: Bool
    /// The comment behind the scalar in its line, with its `#`. A plain scalar ends before the comment.
    var comment: String?

    var meaning: Meaning {
        guard isPlain else { return .text }
        switch text {
        case "", "~", "null", "Null", "NULL": return .nothing
        case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return .truth(true)
        case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return .truth(false)
        default: return isNumber ? .number : .text
        }
    }

    /// Whether the scalar is a number: decimal, with or without fraction and exponent, hexadecimal, octal or binary,
    /// `.inf` or `.nan`. As in YAML 1.1, `_` may stand between digits. Base 60 (`12:30`) and dates of YAML 1.1 do not
    /// count, since authors mean them as text.
    private var isNumber: Bool {
        var rest = Substring(text)
        if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
        if [".inf", ".nan"].contains(rest.lowercased()) { return true }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where rest.hasPrefix(prefix) {
            let digits = rest.dropFirst(2)
            return !digits.isEmpty
                && digits.allSatisfy { $0 == "_" || ($0.isASCII && Int(String($0), radix: radix) != nil) }
        }
        let mantissa = rest.prefix { "0123456789_.".contains($0) }
        guard mantissa.contains(where: { $0 != "_" && $0 != "." }), mantissa.count(where: { $0 == "." }) <= 1,
            mantissa.first != "_"
        else { return false }
        var exponent = rest[mantissa.endIndex...]
        if exponent.isEmpty { return true }
        guard "eE".contains(exponent.removeFirst()) else { return false }
        if exponent.first == "+" || exponent.first == "-" { exponent.removeFirst() }
        return !exponent.isEmpty && exponent.allSatisfy { "0123456789".contains($0) }
    }
}
