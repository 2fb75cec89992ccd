import ControlModel

/// The author's name for a control, a button, a light or an extension.
enum Name {
    static let limit = ShortName.limit

    /// A letter, then letters, digits, `-` and `_`. A name is also a part of a kind, of an MQTT topic and of a script.
    static func isValid(_ name: Scalar) -> Bool {
        if case .text = name.meaning { ShortName.isValid(name.text) } else { false }
    }
}

/// The domain that begins a panel's kinds.
enum Domain {
    /// The limit in bytes. With the longest key behind it, a kind stays within 255 bytes, the limit of a file's name or
    /// of a topic level.
    static let limit = 255 - 1 - Name.limit

    /// Reverse-DNS in any letter case: two or more labels of at most 63 letters, digits and inner hyphens (RFC 1123,
    /// 2.1). The first label begins with a letter.
    static func isValid(_ domain: String) -> Bool {
        let labels = domain.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && domain.utf8.count <= limit && domain.unicodeScalars.first?.isASCIILetter == true
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCIILetterOrDigit || $0 == "-" }
            }
    }

    /// All domains that contain a kind or a domain, itself included, in lower case, the widest first. For `Org.a.b`
    /// these are `org`, `org.a` and `org.a.b`.
    static func containing(_ kind: String) -> [String] {
        var domains: [String] = []
        for label in kind.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
            domains.append(domains.last.map { "\($0).\(label)" } ?? String(label))
        }
        return domains
    }
}

/// The name of a parameter, which is a Swift identifier.
enum ParameterName {
    static let limit = 64

    /// Whether a text consists of ASCII letters, digits and `_`, as the keys of a panel's file do.
    static func isWord(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || $0 == "_" }
    }

    /// A letter or `_`, then letters, digits and `_`, of any script.
    static func isValid(_ name: Scalar) -> Bool {
        guard case .text = name.meaning, let first = name.text.unicodeScalars.first, name.text.utf8.count <= limit
        else {
            return false
        }
        return (first == "_" || first.properties.isXIDStart)
            && name.text.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    }
}
