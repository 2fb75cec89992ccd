import LocalAPI
import ProgramSupport

extension SharedStatus {
    /// The panel's state: first the lock and the number of faults, then a line for each of them with the remedy.
    ///
    /// - Parameters:
    ///   - local: The rest of the status.
    ///   - now: In seconds since 1970.
    ///   - isVerbose: Whether the lines include measurements, the file and extensions without problems.
    func lines(_ local: LocalStatus, now: Double, isVerbose: Bool) -> [String] {
        var rows = lock?.rows ?? []
        rows += faults.map { ["fault", $0] }
        // A fault that names the extension has the same information.
        let told = extensions.filter { one in !faults.contains { $0.hasPrefix("extension '\(one.name)'") } }
        rows += (isVerbose ? extensions : told.filter(\.isTrouble))
            .map { ["extension", $0.words(isVerbose: isVerbose)] }
        if !faults.isEmpty || extensions.contains(where: \.isTrouble) {
            rows.append(["to do", "run 'sudo holdfast doctor', which examines the machine and says what to do"])
        }
        if controls == 0 {
            rows.append([
                "to do",
                "the panel has no control yet: sudo holdfast setup asks what is wired, and writes \(local.file)",
            ])
        }
        if isSimulated { rows.append(["board", Self.simulatedWords]) }
        rows += activities.map { ["activity", $0.text(now: now)] }
        if let hint { rows.append(["hint", hint]) }
        if let status = ownStatus { rows.append(["status", status]) }
        if isVerbose { rows += measurements(local) }
        return [headline.onOneLine] + Table.lines(rows.map { $0.map(\.onOneLine) })
    }

    private static let simulatedWords =
        "simulated: no relay and no light of the header moves; for that, remove 'board: simulated' from the file"

    /// The status without the words of the lock's fault, which has a line of its own.
    private var ownStatus: String? {
        let prefix = "lock: "
        guard let status, let fault = faults.first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count) else {
            return status
        }
        if status == fault { return nil }
        let refusal = ", and \(fault)"
        return status.hasSuffix(refusal) ? String(status.dropLast(refusal.count)) : status
    }

    /// `Hallway: locked, 2 faults`
    private var headline: String {
        let lockWords = lock.map { $0.isUnlocked ? "unlocked, " : "locked, " } ?? ""
        return "\(panel): \(lockWords)\(faults.isEmpty ? "no faults" : counted(faults.count, "fault"))"
    }

    private func measurements(_ local: LocalStatus) -> [[String]] {
        var rows = [["file", local.file], ["runs", "for \(AgeText.of(uptime))"], ["controls", String(controls)]]
        // The panel reports the loop's turns to its administrator alone.
        if local.turns > 0 {
            rows.append([
                "loop",
                "longest turn \(local.longestTurn) µs, \(local.longestTurnProcessor) µs of them on the processor; "
                    + "\(local.turns) turns",
            ])
        }
        return rows
    }
}

extension LockStatus {
    /// A waiting control and lockouts, each with the remedy.
    fileprivate var rows: [[String]] {
        var rows: [[String]] = []
        if let pending { rows.append(["waiting", "\(pending) waits for a PIN at the panel's PIN pad"]) }
        let end = "'sudo holdfast pin reset' ends that"
        if let lockout { rows.append(["lockout", "the PIN pad takes no PIN for \(AgeText.of(lockout)); \(end)"]) }
        if let remoteLockout {
            rows.append(["lockout", "no PIN of other programs is taken for \(AgeText.of(remoteLockout)); \(end)"])
        }
        return rows
    }
}

extension ExtensionStatus {
    /// Whether the extension needs attention: it is not ready, or reports a detail.
    var isTrouble: Bool { state != .ready || detail != nil }

    /// `music is absent: cannot be reached`; if `isVerbose`, with the number of its controls.
    func words(isVerbose: Bool) -> String {
        let has = isVerbose ? ", \(counted(controls, "control")) of \(domain)" : ""
        return "\(name) is \(state.rawValue)\(has)\(detail.map { ": \($0)" } ?? "")"
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
