/// Names of systemd's units (`systemd.unit(5)`).
enum UnitName {
    private static let types: Set<Substring> = [
        "service", "socket", "device", "mount", "automount", "swap", "target", "path", "timer", "slice", "scope",
    ]

    /// Whether a text can be the name of a unit that is started: with its type, and no template's.
    static func isValid(_ name: String) -> Bool {
        guard name.utf8.count < 256, let dot = name.lastIndex(of: "."), dot != name.startIndex,
            types.contains(name[name.index(after: dot)...]), name[name.index(before: dot)] != "@"
        else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ":", "-", "_", ".", "\\", "@": true
            default: false
            }
        }
    }
}
