import LocalAPI

extension PanelStatus {
    /// How the panel is, a name and a value a line, and its extensions as a table.
    func lines(now: Double) -> [String] {
        var rows = [
            ["panel", "\(panel) (\(file))"], ["runs", "for \(AgeText.of(uptime))"], ["controls", String(controls)],
        ]
        if let hint { rows.append(["hint", hint]) }
        if let status { rows.append(["status", status]) }
        if let lock { rows.append(["lock", lock.words]) }
        rows += faults.isEmpty ? [["faults", "none"]] : faults.map { ["fault", $0] }
        rows += activities.map { ["activity", $0.text(now: now)] }
        rows.append([
            "loop",
            "longest turn \(longestTurn) µs, \(longestTurnProcessor) µs of them on the processor; \(turns) turns",
        ])
        var lines = Table.lines(rows.map { $0.map(\.onOneLine) })
        if !extensions.isEmpty { lines += [""] + ExtensionStatus.table(extensions) }
        return lines
    }
}

extension LockStatus {
    /// How it is, in a line.
    fileprivate var words: String {
        var words = [isUnlocked ? "unlocked" : "locked"]
        if let pending { words.append("\(pending) waits for a PIN") }
        if let lockout { words.append("the pad takes no PIN for \(AgeText.of(lockout))") }
        if let remoteLockout { words.append("the socket takes none for \(AgeText.of(remoteLockout))") }
        return words.joined(separator: ", ")
    }
}

extension ExtensionStatus {
    /// The table of several extensions, under headings.
    static func table(_ extensions: [ExtensionStatus]) -> [String] {
        let rows = extensions.map { [$0.name, $0.domain, $0.state.rawValue, String($0.controls), $0.detail ?? "-"] }
        return Table.lines(
            [["EXTENSION", "DOMAIN", "STATE", "CONTROLS", "DETAIL"]] + rows.map { $0.map(\.onOneLine) })
    }
}

extension ActivityState {
    /// `TITLE, SUBTITLE, 4:59 left`.
    ///
    /// - Parameter now: In seconds since 1970.
    func text(now: Double) -> String {
        var words = [title]
        if let subtitle { words.append(subtitle) }
        if let ends { words.append(ends > now ? "\(Self.clock(ends - now)) left" : "over") }
        return words.joined(separator: ", ")
    }

    /// `4:59`, `1:04:59`.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, twoDigits(whole % 60))
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
    }
}
