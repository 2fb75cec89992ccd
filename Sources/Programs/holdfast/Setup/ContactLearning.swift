import MonotonicTime

/// Finds the line of a contact that a person moves twice, and its level while it is moved.
///
/// A level counts once it has stood for 30 ms, which outlasts the bounce of a switch.
///
/// ```
///   waiting ── a line leaves its rest ──▶ moved ── back at rest ──▶ again ── the same, and back ──▶ confirmed
///      ▲                                    │                         │
///      └──────── stuck, two at once ────────┘                         └── another line: said, and asked again
/// ```
struct ContactLearning: Sendable, Hashable {
    /// A movement of the contacts.
    enum Finding: Sendable, Hashable {
        /// A line has left its rest for the first time. The level is that while the contact is moved.
        case moved(String, isHigh: Bool)
        /// The line is back at rest after its first move.
        case back(String)
        /// The same line has left its rest for the second time.
        case movedAgain(String, isHigh: Bool)
        /// The same line has moved twice in the same direction, and is back.
        case confirmed(String, isHigh: Bool)
        /// Another line has moved than the one that is to move again.
        case other(String, expected: String)
        /// Two lines have moved at once.
        case together(String, String)
        /// The line changes all the time.
        case chatters(String)
        /// The line has not come back for a long time.
        case stuck(String)
    }

    private struct Line: Hashable {
        /// The level without a hand on the contact.
        let isHighAtRest: Bool
        var isHigh: Bool
        /// The level that has stood long enough.
        var isSettledHigh: Bool
        var lastEdge: MonotonicInstant?
        /// The first edge since the line last stood still.
        var restlessSince: MonotonicInstant?

        var isMoved: Bool { isSettledHigh != isHighAtRest }
    }

    private enum Phase: Hashable {
        case waiting
        case moved(String, since: MonotonicInstant)
        case again(String)
        case movedAgain(String, since: MonotonicInstant)
        /// Two lines moved at once, and not all are back.
        case spoiled
    }

    /// The time for which a level must stand.
    static let settling = Duration.milliseconds(30)
    /// The time after which a line that never stands still counts as a chattering one.
    static let longestUnrest = Duration.seconds(1)
    /// The time after which a contact that does not come back counts as stuck. A door takes its time.
    static let longestMove = Duration.seconds(30)

    private var lines: [String: Line]
    private var phase = Phase.waiting

    /// - Parameter levels: Whether each line is high, with no hand on any contact.
    init(levels: [String: Bool]) {
        lines = levels.mapValues { Line(isHighAtRest: $0, isHigh: $0, isSettledHigh: $0) }
    }

    /// The line that is to move again; `nil` while any may move.
    var expected: String? {
        switch phase {
        case .waiting, .spoiled: nil
        case .moved(let line, since: _), .again(let line), .movedAgain(let line, since: _): line
        }
    }

    /// The time of the next `elapse(to:)`; `nil` while nothing moves.
    var deadline: MonotonicInstant? {
        var deadlines = lines.values.compactMap { line in
            line.restlessSince == nil ? nil : line.lastEdge?.advanced(by: Self.settling)
        }
        switch phase {
        case .moved(_, let since), .movedAgain(_, let since): deadlines.append(since.advanced(by: Self.longestMove))
        case .waiting, .again, .spoiled: break
        }
        return deadlines.min()
    }

    /// Handles an edge of a line.
    mutating func edge(_ name: String, isHigh: Bool, at time: MonotonicInstant) -> [Finding] {
        var findings = elapse(to: time)
        guard var line = lines[name] else { return findings }
        line.isHigh = isHigh
        line.lastEdge = time
        let since = line.restlessSince ?? time
        line.restlessSince = since
        lines[name] = line
        if since.duration(to: time) >= Self.longestUnrest {
            forget(name)
            findings.append(.chatters(name))
        }
        return findings
    }

    /// Handles the passing of time.
    mutating func elapse(to time: MonotonicInstant) -> [Finding] {
        var findings: [Finding] = []
        let settled = lines.filter { _, line in
            guard line.restlessSince != nil, let last = line.lastEdge else { return false }
            return last.advanced(by: Self.settling) <= time
        }.sorted { ($0.value.lastEdge ?? time, $0.key) < ($1.value.lastEdge ?? time, $1.key) }
        for (name, line) in settled {
            lines[name]?.restlessSince = nil
            guard line.isHigh != line.isSettledHigh else { continue }
            lines[name]?.isSettledHigh = line.isHigh
            findings += take(name, at: line.lastEdge ?? time)
        }
        switch phase {
        case .moved(let name, let since) where since.advanced(by: Self.longestMove) <= time,
            .movedAgain(let name, let since) where since.advanced(by: Self.longestMove) <= time:
            forget(name)
            findings.append(.stuck(name))
        case .moved, .movedAgain, .waiting, .again, .spoiled: break
        }
        return findings
    }

    private mutating func take(_ name: String, at time: MonotonicInstant) -> [Finding] {
        guard let line = lines[name] else { return [] }
        switch phase {
        case .waiting:
            guard line.isMoved else { return [] }
            phase = .moved(name, since: time)
            return [.moved(name, isHigh: line.isHigh)]
        case .moved(let first, since: _), .movedAgain(let first, since: _):
            if name != first {
                guard line.isMoved else { return [] }
                phase = .spoiled
                return [.together(first, name)]
            }
            if case .moved = phase {
                phase = .again(first)
                return [.back(first)]
            }
            phase = .waiting
            return [.confirmed(first, isHigh: !line.isHighAtRest)]
        case .again(let first):
            guard line.isMoved else { return [] }
            guard name == first else { return [.other(name, expected: first)] }
            phase = .movedAgain(first, since: time)
            return [.movedAgain(first, isHigh: line.isHigh)]
        case .spoiled:
            if !lines.values.contains(where: \.isMoved) { phase = .waiting }
            return []
        }
    }

    /// Leaves the line out from now on.
    private mutating func forget(_ name: String) {
        lines[name] = nil
        if expected == name { phase = .waiting }
    }
}
