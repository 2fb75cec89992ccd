import EventLoop
import GPIO
import MonotonicTime
import SimulatedGPIO

@testable import Gestures

/// A scanner on a simulated board's lines, in virtual time and without a loop, with keys that the test moves.
@PanelActor
final class ScannedPad {
    static let telephone = ["123", "456", "789", "*0#"]

    let clock = VirtualScheduler()
    let board: SimulatedBoard
    let layout: KeypadLayout
    let rows: [String]
    let columns: [String]
    private(set) var scanner: KeypadScanner
    private(set) var outputs: [KeypadOutput] = []
    /// Reported presses of keys that were not down when the scan began.
    private(set) var inventions: [Character] = []
    /// The number of handled edges and deadlines.
    private(set) var wakeups = 0

    private let rowLines: any InputRequest
    private let columnLines: any OutputRequest
    private var down: Set<Character> = []
    private var upSince: [Character: MonotonicInstant] = [:]
    /// The length of a scan and of the longest bounce.
    private static let afterglow = Duration.milliseconds(4)

    init(
        _ keys: [String] = telephone, bounce: ContactBounce = .none, seed: UInt64 = 1,
        timings: KeypadTimings = KeypadTimings(), drive: OutputDrive = .openDrain(.up)
    ) throws {
        layout = try KeypadLayout(keys)
        board = SimulatedBoard(scheduler: clock, seed: seed)
        board.bounce = bounce
        rows = (0..<layout.rowCount).map { "GPIO\($0)" }
        columns = (0..<layout.columnCount).map { "GPIO\(20 + $0)" }
        columnLines = try board.requestOutputs(
            columns.map { .init(line: $0, isActiveLow: true, isActive: true, drive: drive) }, consumer: "pad")
        rowLines = try board.requestInputs(
            rows.map { .init(line: $0, isActiveLow: true, bias: .up) }, consumer: "pad")
        scanner = KeypadScanner(layout: layout, timings: timings, at: clock.now)
    }

    func press(_ keys: String) throws { try move(keys, isDown: true) }

    func release(_ keys: String) throws { try move(keys, isDown: false) }

    private func move(_ keys: String, isDown: Bool) throws {
        for key in keys {
            guard let (row, column) = layout.place(of: key) else { continue }
            if isDown {
                down.insert(key)
                try board.moveContact(between: rows[row], and: columns[column], isClosed: true)
            } else {
                if down.remove(key) != nil { upSince[key] = clock.now }
                try board.moveContact(between: rows[row], and: columns[column], isClosed: false)
            }
        }
    }

    /// Advances the time, contact by contact and deadline by deadline.
    func run(_ duration: Duration) throws {
        let end = clock.now.advanced(by: duration)
        try hear()
        while let next = [clock.nextDeadline, scanner.deadline].compactMap({ $0 }).min(), next <= end {
            clock.move(to: next)
            while clock.fireDueTimer() {}
            try hear()
            if let deadline = scanner.deadline, deadline <= clock.now { try read() }
        }
        clock.move(to: end)
    }

    private func hear() throws {
        guard scanner.isIdle, try !events().isEmpty else { return }
        wakeups += 1
        scanner.edge(at: clock.now)
        try drive()
    }

    private func read() throws {
        wakeups += 1
        if scanner.drive == .all { _ = try events() }
        let new = scanner.read(try rowLines.levels(), at: clock.now)
        try drive()
        for case .pressed(let key, _) in new where !isOrWasJustDown(key) { inventions.append(key) }
        outputs += new
    }

    private func drive() throws {
        let drive = scanner.drive
        try columnLines.set(columns.indices.map { drive == .all || drive == .column($0) })
    }

    private func events() throws -> [EdgeEvent] {
        var events: [EdgeEvent] = []
        while try rowLines.readEvents(into: &events) {}
        return events
    }

    private func isOrWasJustDown(_ key: Character) -> Bool {
        if down.contains(key) { return true }
        guard let since = upSince[key] else { return false }
        return since.duration(to: clock.now) <= Self.afterglow
    }

    /// The outputs as text: `1+` and `1-` for a press and release, `1!stuck` and `1.` for a fault and its end, `chord`,
    /// `ghosts`.
    var transcript: String { outputs.transcript }

    func forget() { outputs = [] }

    func close() {
        rowLines.release()
        columnLines.release()
    }
}

extension [KeypadOutput] {
    /// The outputs as text, without times.
    var transcript: String {
        map { output in
            switch output {
            case .pressed(let key, _): "\(key)+"
            case .released(let key, _): "\(key)-"
            case .chord: "chord"
            case .ghosts: "ghosts"
            case .missed: "missed"
            case .quarantined(let key, let fault, _): "\(key)!\(fault)"
            case .cured(let key, _): "\(key)."
            }
        }.joined(separator: " ")
    }

    var pressed: [Character] {
        compactMap { if case .pressed(let key, _) = $0 { key } else { nil } }
    }
}
