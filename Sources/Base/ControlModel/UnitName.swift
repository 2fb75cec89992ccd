/// Names of systemd's units (`systemd.unit(5)`, `unit_name_is_valid` in `src/basic/unit-name.c`).
package enum UnitName {
    /// The types of units: a name ends in one, behind its last dot.
    package static let types = [
        "service", "socket", "target", "timer", "path", "mount", "automount", "swap", "slice", "scope", "device",
    ]
    /// Characters of a name: `UNIT_NAME_MAX` is 256, with the NUL.
    package static let limit = 255

    /// Whether a text can be the name of a unit that is started: with its type, and no template's.
    package static func isValid(_ name: String) -> Bool {
        isWellFormed(name) && !isTemplate(name)
    }

    /// Whether it is the name of a template, from which units are made: `getty@.service`.
    package static func isTemplate(_ name: String) -> Bool {
        guard isWellFormed(name), let at = name.firstIndex(of: "@") else { return false }
        return name.index(after: at) == name.lastIndex(of: ".")
    }

    private static func isWellFormed(_ name: String) -> Bool {
        guard name.utf8.count <= limit, let dot = name.lastIndex(of: "."), dot != name.startIndex, name.first != "@",
            types.contains(String(name[name.index(after: dot)...]))
        else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ":", "-", "_", ".", "\\", "@": true
            default: false
            }
        }
    }
}
