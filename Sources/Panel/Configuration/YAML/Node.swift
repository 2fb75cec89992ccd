/// A node of a YAML document, of what the reader allows: no anchors, aliases or tags, and keys that are scalars.
struct Node: Sendable {
    enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case mapping([Entry])
        /// What has been reported already, such as an alias; readers pass over it.
        case refused
    }

    struct Entry: Sendable {
        var key: Scalar
        var keyPosition: SourcePosition
        var value: Node
    }

    var content: Content
    var position: SourcePosition
}

/// A scalar and whether it was written without quotes: only then can it be a number or a truth value.
struct Scalar: Sendable {
    /// What kind of value YAML readers take a scalar for. YAML 1.1 and 1.2 differ, so whatever either of them does not
    /// take for text is not text here.
    enum Meaning {
        case nothing
        case truth(Bool)
        case number
        case text
    }

    var text: String
    var isPlain: Bool

    var meaning: Meaning {
        guard isPlain else { return .text }
        switch text {
        case "", "~", "null", "Null", "NULL": return .nothing
        case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return .truth(true)
        case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return .truth(false)
        default: return isNumber ? .number : .text
        }
    }

    /// Decimal, with or without fraction and exponent, hexadecimal or octal, `.inf` or `.nan`; `_` between digits as in
    /// YAML 1.1. Not its base 60 (`12:30`) and dates, which people mean as text.
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
