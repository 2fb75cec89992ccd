import LocalAPI

extension PanelInterface.Log.Reply {
    /// The line for people; `nil` for the last reply, which is empty.
    var line: String? {
        if let entry { return entry.line }
        if let unwritten { return Self.count(unwritten, "could not be written") }
        return dropped.map { Self.count($0, "went for newer ones before they were read") }
    }

    private static func count(_ number: Int, _ words: String) -> String {
        "\(number) entr\(number == 1 ? "y" : "ies") \(words)"
    }
}

extension LogEntry {
    /// The entry in one line: columns that are as wide as most of what stands in them.
    fileprivate var line: String {
        let time = WallClock.text(of: time) + (isSynchronized ? " " : "?")
        let columns = [(who, 12), (what, 8), (subject ?? "-", 24), (outcome, detail == nil ? 0 : 8)]
            .map { Self.padded($0.onOneLine, to: $1) }
        return ([time] + columns + [detail?.onOneLine].compactMap(\.self)).joined(separator: " ")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
