import MonotonicTime

/// Detects the pressed keys of a matrix keypad. Its output is the columns to drive, its input the rows' levels.
///
/// A pure state machine. The caller drives the columns in `drive`, and watches the rows for edges while `isIdle`.
/// When `deadline` comes, it passes the rows' levels to `read`:
///
/// ```
///              edge of a row             last column, some contact closed
///     ┌──────┐ ────────────▶ ┌──────────┐ ──────────┐ after `interval`
///     │ idle │               │ scanning │           │ (or `slowInterval`)
///     └──────┘ ◀────┐  ┌───▶ └──────────┘ ◀─────────┘
///      all columns  │  │ row   one column │ all open
///      driven,   all│  │low               ▼
///      no deadline  └──┴── checking: all columns driven
/// ```
///
/// A column is driven at one deadline and read at the next, `settle` later. So no thread sleeps while the lines
/// settle. While a key is down, each column takes a short turn of the loop, at the cost of a sleep between columns,
/// but without blocking the loop.
///
/// The rules:
/// - A press counts at the first scan that shows it if no other contact is closed then. Beside other contacts it
///   counts if two scans in a row show it: a scan during the others' bounce could show a ghost alone.
/// - A release counts once all scans for `release` have shown the key open; a shorter opening is bounce.
/// - Keys that go down one after the other count in that order. Keys first seen in the same scan do not count, since
///   their order is unknown.
/// - Where contacts may be ghosts (`KeypadOutput.ghosts`), no further contact counts.
/// - After either case, no key counts until all keys are up.
/// - A contact that is closed at the start, stays closed, or chatters is quarantined. The other keys still work,
///   scanned at `slowInterval`. After edges without a closed contact in the scan, the pauses between scans grow up to
///   `slowInterval` too.
public struct KeypadScanner: Sendable {
    /// The columns to drive low; the other columns float.
    public enum Drive: Sendable, Hashable {
        /// Every column, so that any key causes an edge.
        case all
        case column(Int)
    }

    private enum Phase: Sendable, Hashable {
        case idle
        case checking
        case scanning(column: Int)
    }

    /// The keys, by row and column.
    public let layout: KeypadLayout
    /// The time to pass the rows' levels to `read`; `nil` while idle.
    public private(set) var deadline: MonotonicInstant?
    /// The number of completed scans.
    public private(set) var scans = 0

    private let timings: KeypadTimings
    private var phase = Phase.checking
    private var contacts: [KeypadContact]
    private var picture: KeypadPicture
    private var scanBegan: MonotonicInstant
    /// Whether all further keys are ignored until all keys are up.
    private var isSpoiled = false
    private var isFirstScan = true
    /// The number of scans in a row that were started by an edge or a low row and showed nothing.
    private var vainScans = 0
    /// Whether the latest scan ended a press or a fault, and was thus not in vain.
    private var scanEndedSomething = false
    private var latest: MonotonicInstant

    /// Creates a keypad in an unknown state: the rows are first read after all columns are driven.
    public init(layout: KeypadLayout, timings: KeypadTimings = .usual, at time: MonotonicInstant) {
        let timings = timings.ordered
        self.layout = layout
        self.timings = timings
        let contact = KeypadContact(
            chatter: ChatterDetector(rate: timings.stormRate, duration: timings.stormDuration))
        contacts = Array(repeating: contact, count: layout.rowCount * layout.columnCount)
        picture = KeypadPicture(columnCount: layout.columnCount)
        scanBegan = time
        latest = time
        deadline = time.advanced(by: timings.settle)
    }

    /// Whether no key is down and the scanner only waits for an edge of a row.
    public var isIdle: Bool { phase == .idle }

    /// The columns to drive now, until this changes.
    public var drive: Drive {
        switch phase {
        case .idle, .checking: .all
        case .scanning(let column): .column(column)
        }
    }

    /// Handles an edge of any row, in any direction. Ignored unless idle.
    public mutating func edge(at time: MonotonicInstant) {
        guard isIdle else { return }
        latest = max(time, latest)
        // Scans in vain that are long past do not count.
        if latest.elapsed(since: scanBegan) >= timings.cure { vainScans = 0 }
        beginScan()
    }

    /// Handles the rows' levels, read while `drive` has been driven since before `deadline` was set.
    ///
    /// Levels before the deadline are ignored.
    ///
    /// - Parameter rows: `true` for each row that is low.
    public mutating func read(_ rows: [Bool], at time: MonotonicInstant) -> [KeypadOutput] {
        latest = max(time, latest)
        var low: KeypadPicture.Rows = 0
        for (row, isLow) in rows.prefix(layout.rowCount).enumerated() where isLow { low |= 1 << row }
        if let deadline, latest < deadline { return [] }
        var outputs: [KeypadOutput] = []
        switch phase {
        case .idle:
            if low != 0 { beginScan() }
        case .checking:
            isFirstScan = isFirstScan && low != 0
            if low != 0 {
                beginScan()
            } else {
                phase = .idle
                deadline = nil
            }
        case .scanning(let column):
            if column == 0 { scanBegan = latest }
            picture.set(column, low)
            if column + 1 < layout.columnCount {
                phase = .scanning(column: column + 1)
                deadline = latest.advanced(by: timings.settle)
            } else {
                scans += 1
                evaluate(into: &outputs)
                isFirstScan = false
                pause()
            }
        }
        return outputs
    }

    // MARK: - Time

    /// The number of scans in a row that may miss a press because of its bounce. Further ones count as noise.
    private static let vainScansOfBounce = 4

    private mutating func beginScan() {
        phase = .scanning(column: 0)
        deadline = latest.advanced(by: timings.settle)
    }

    /// Sets the time and kind of the next scan, after a scan.
    private mutating func pause() {
        let settled = latest.advanced(by: timings.settle)
        if contacts.contains(where: \.isInUse) {
            vainScans = 0
            phase = .scanning(column: 0)
            deadline = max(settled, scanBegan.advanced(by: timings.interval))
        } else if contacts.contains(where: \.isQuarantined) {
            phase = .scanning(column: 0)
            deadline = max(settled, scanBegan.advanced(by: timings.slowInterval))
        } else if scanEndedSomething {
            phase = .checking
            deadline = settled
        } else {
            let pause = min(timings.interval * (1 << max(vainScans - Self.vainScansOfBounce, 0)), timings.slowInterval)
            vainScans = min(vainScans + 1, Self.vainScansOfBounce + 8)
            phase = .checking
            deadline = max(settled, scanBegan.advanced(by: pause))
        }
    }

    // MARK: - Contacts

    private func key(_ index: Int) -> Character { layout[index / layout.columnCount, index % layout.columnCount] }

    private mutating func evaluate(into outputs: inout [KeypadOutput]) {
        let ambiguous = picture.ambiguousColumns
        let isAlone = picture.count == 1
        var fresh: [Int] = []
        var isGhost = false
        scanEndedSomething = false
        for row in 0..<layout.rowCount {
            for column in 0..<layout.columnCount {
                let index = row * layout.columnCount + column
                if !picture.isClosed(row, column) {
                    noteOpen(index, into: &outputs)
                } else if !noteClosed(index, into: &outputs) {
                    switch contacts[index].state {
                    case .open, .seen:
                        if isSpoiled || ambiguous & (1 << column) != 0 {
                            isGhost = isGhost || !isSpoiled
                            contacts[index].state = .disregarded
                        } else if contacts[index].state == .seen {
                            press(index, into: &outputs)
                        } else {
                            fresh.append(index)
                        }
                    case .down, .disregarded, .quarantined:
                        break
                    }
                }
            }
        }
        if isGhost {
            isSpoiled = true
            outputs.append(.ghosts(at: latest))
        }
        take(fresh, isAlone: isAlone, into: &outputs)
        if !contacts.contains(where: \.isInUse) { isSpoiled = false }
    }

    /// Handles contacts that are first seen in this scan, and are not ghosts.
    private mutating func take(_ fresh: [Int], isAlone: Bool, into outputs: inout [KeypadOutput]) {
        if fresh.count > 1 || isSpoiled {
            for index in fresh { contacts[index].state = .disregarded }
            guard !isSpoiled else { return }
            isSpoiled = true
            outputs.append(.chord(at: latest))
        } else if let index = fresh.first {
            if isAlone {
                press(index, into: &outputs)
            } else {
                contacts[index].state = .seen
            }
        }
    }

    private mutating func press(_ index: Int, into outputs: inout [KeypadOutput]) {
        contacts[index].state = .down
        if key(index) != " " { outputs.append(.pressed(key(index), at: latest)) }
    }

    private mutating func noteOpen(_ index: Int, into outputs: inout [KeypadOutput]) {
        let isChattering = noteChange(index, isClosed: false)
        let since = contacts[index].openSince ?? latest
        contacts[index].openSince = since
        if isChattering {
            quarantine(index, .chatter, into: &outputs)
            return
        }
        switch contacts[index].state {
        case .open:
            break
        case .seen:
            contacts[index].state = .open
        case .down, .disregarded:
            guard latest.elapsed(since: since) >= timings.release else { return }
            let wasDown = contacts[index].state == .down
            contacts[index].state = .open
            scanEndedSomething = true
            if wasDown, key(index) != " " { outputs.append(.released(key(index), at: latest)) }
        case .quarantined:
            guard latest.elapsed(since: since) >= timings.cure else { return }
            contacts[index].state = .open
            contacts[index].chatter = ChatterDetector(rate: timings.stormRate, duration: timings.stormDuration)
            scanEndedSomething = true
            outputs.append(.cured(key(index), at: latest))
        }
    }

    /// - Returns: whether the contact is faulty.
    private mutating func noteClosed(_ index: Int, into outputs: inout [KeypadOutput]) -> Bool {
        let isChattering = noteChange(index, isClosed: true)
        contacts[index].openSince = nil
        switch contacts[index].state {
        case .open, .seen:
            if contacts[index].state == .open { contacts[index].closedSince = latest }
            if isFirstScan || isChattering {
                quarantine(index, isFirstScan ? .stuck : .chatter, into: &outputs)
                return true
            }
        case .down, .disregarded:
            let isStuck = latest.elapsed(since: contacts[index].closedSince) >= timings.stuck
            if isStuck || isChattering {
                quarantine(index, isStuck ? .stuck : .chatter, into: &outputs)
                return true
            }
        case .quarantined:
            return true
        }
        return false
    }

    /// Counts a change of the contact, if it is one.
    ///
    /// - Returns: whether it chatters.
    private mutating func noteChange(_ index: Int, isClosed: Bool) -> Bool {
        guard contacts[index].isClosed != isClosed else { return false }
        contacts[index].isClosed = isClosed
        return !contacts[index].isQuarantined && contacts[index].chatter.count(at: latest) != nil
    }

    private mutating func quarantine(_ index: Int, _ fault: ContactFault, into outputs: inout [KeypadOutput]) {
        contacts[index].state = .quarantined(fault)
        outputs.append(.quarantined(key(index), fault, at: latest))
    }
}
