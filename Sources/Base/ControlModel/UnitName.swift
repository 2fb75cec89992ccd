/// Names of systemd's units (`systemd.unit(5)`, `unit_name_is_valid` in `src/basic/unit-name.c`).
package enum UnitName {
    /// The types of units. A unit's name ends in a dot and one of them.
    package static let types = [
        "service", "socket", "target", "timer", "path", "mount", "automount", "swap", "slice", "scope", "device",
    ]
    /// The most characters of a name: `UNIT_NAME_MAX` is 256, with the NUL.
    package static let limit = 255

    /// Whether `name` can be the name of a unit to start: it has a type, and is not a template's name.
    package static func isValid(_ name: String) -> Bool {
        isWellFormed(name) && !isTemplate(name)
    }

    /// Whether `name` is the name of a template for units, such as `getty@.service`.
    package static func isTemplate(_ name: String) -> Bool {
        guard isWellFormed(name), let at = name.firstIndex(of: "@") else { return false }
        return name.index(after: at) == name.lastIndex(of: ".")
    }

    private static func isWellFormed(_ name: String) -> Bool {
        guard name.utf8.count <= limit, let dot = name.lastIndex(of: "."), dot != name.startIndex, name.first != "@",
            types.contains(String(name[name.index(after: dot)...]))
        else { return false }
        return name.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || ":-_.\\@".unicodeScalars.contains($0) }
    }
}

/// The name that an author gives to a control, a button, a light or an extension.
package enum ShortName {
    /// The limit in bytes.
    package static let limit = 64

    /// Whether `name` is a letter, then letters, digits, `-` and `_`.
    package static func isValid(_ name: String) -> Bool {
        name.utf8.count <= limit && name.unicodeScalars.first?.isASCIILetter == true
            && name.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || $0 == "-" || $0 == "_" }
    }
}

extension Unicode.Scalar {
    package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    package var isASCIILetterOrDigit: Bool { isASCIILetter || ("0"..."9").contains(self) }
}
