import ControlModel

extension FollowingAction {
    /// The same, telling `words` where the file has `{what}`.
    public func telling(_ words: String) -> FollowingAction {
        switch self {
        case .handedOver(let errand): .handedOver(errand.telling(words))
        case .set: self
        }
    }
}

extension Errand {
    /// What stands for the words in a file.
    static let placeholder = "{what}"
    /// What stands for a hint.
    static let hintPlaceholder = "{hint}"

    /// Whether what has happened would stand in the text that a shell or another interpreter runs, behind its `-c`: part of
    /// it are words of extensions, which would be run as well.
    var hasWordsInCode: Bool { hasInCode(Self.placeholder) }

    /// The same of another placeholder.
    func hasInCode(_ placeholder: String) -> Bool {
        guard kind == .command, case .array(let arguments)? = values["arguments"] else { return false }
        return zip(arguments, arguments.dropFirst()).contains { option, code in
            guard case .string(let option) = option, case .string(let code) = code else { return false }
            return option.first == "-" && option.last == "c" && code.contains(placeholder)
        }
    }

    /// The same, telling a hint where the file has `{hint}`.
    public func telling(hint: String) -> Errand { telling(hint, for: Self.hintPlaceholder) }

    fileprivate func telling(_ words: String, for placeholder: String = placeholder) -> Errand {
        var errand = self
        for (name, value) in values where !paths.contains(name) {
            errand.values[name] = value.mapTexts {
                $0.replacing(placeholder, with: escape(words, in: $0, of: name))
            }
        }
        return errand
    }

    /// The words as the text has them that they become a part of: as they are, but in addresses (RFC 3986, 2.1) and JSON
    /// (RFC 8259, 7).
    private func escape(_ words: String, in text: String, of name: String) -> String {
        guard kind == .webhook else { return words }
        switch name {
        case "url": return words.percentEncoded
        case "body" where text.isJSON: return words.jsonEscaped
        default: return words
        }
    }
}

extension IntentValue {
    fileprivate func mapTexts(_ transform: (String) -> String) -> IntentValue {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let values): .array(values.map { $0.mapTexts(transform) })
        default: self
        }
    }
}

extension String {
    /// Whether it begins as JSON does, apart from a placeholder.
    fileprivate var isJSON: Bool {
        replacing(Errand.placeholder, with: "").first { !$0.isWhitespace }.map { "{[\"".contains($0) } ?? false
    }

    /// With all bytes but the unreserved ones (RFC 3986, 2.3) as `%XX`.
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + Self.hexadecimal(byte, digits: 2).uppercased()
            }
        }.joined()
    }

    /// As it stands between the quotation marks of JSON.
    fileprivate var jsonEscaped: String {
        unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..."\u{1F}": "\\u" + Self.hexadecimal(UInt8(scalar.value), digits: 4)
            default: String(scalar)
            }
        }.joined()
    }

    private static func hexadecimal(_ byte: UInt8, digits: Int) -> String {
        String(String(0x10000 | Int(byte), radix: 16).suffix(digits))
    }
}
