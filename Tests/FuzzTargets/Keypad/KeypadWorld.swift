import EventLoop
import GPIO
import Gestures
import Keypads
import MonotonicTime
import SimulatedGPIO

/// A matrix keypad on a simulated board in virtual time, with edges through the loop and moving keys.
@PanelActor
final class KeypadWorld {
    /// More timers than this at one instant mean that the keypad makes no progress.
    private static let firingsAtOnce = 200
    /// The shortest time between two movements of a key, which no finger undercuts. If the causes of a ghost all move
    /// faster, two scans in a row may see the ghost, and the keypad may report it.
    private static let fastest = Duration.milliseconds(10)

    let layout: KeypadLayout
    private let clock = VirtualScheduler()
    private let board: SimulatedBoard
    private let keypad: MatrixKeypad
    private let rows: [String]
    private let columns: [String]
    private var ledger: KeypadLedger
    private var finding: FuzzFinding?
    private var moved: [Character: MonotonicInstant] = [:]
    private var reported: [KeypadOutput] = []

    init(_ keys: [String], bounce: ContactBounce, seed: UInt64, timings: KeypadTimings) throws {
        layout = try KeypadLayout(keys)
        rows = (0..<layout.rowCount).map { "GPIO\($0)" }
        columns = (0..<layout.columnCount).map { "GPIO\(16 + $0)" }
        board = SimulatedBoard(scheduler: clock, seed: seed)
        board.bounce = bounce
        // The ledger also allows for a scan's length.
        ledger = KeypadLedger(afterglow: bounce.duration + timings.settle * (layout.columnCount + 1))
        keypad = MatrixKeypad(
            try MatrixWiring(rows: rows, columns: columns, layout: layout), timings: timings, board: board,
            scheduler: clock, consumer: "keypad")
        keypad.happened = { [weak self] in self?.note($0) }
        keypad.failed = { [weak self] _ in self?.ledger.forget() }
        board.chipsChanged = { [weak keypad] in keypad?.checkPresence() }
        try keypad.attach()
    }

    private func note(_ output: KeypadOutput) {
        reported.append(output)
        do throws(FuzzFinding) { try ledger.note(output, at: clock.now) } catch { finding = finding ?? error }
    }

    /// Presses or releases a key. A key that has just moved stays.
    func toggle(_ key: Character) throws {
        if let moved = moved[key], moved.duration(to: clock.now) < Self.fastest { return }
        moved[key] = clock.now
        if ledger.down.contains(key) { try release(key) } else { try press(key) }
    }

    private func press(_ key: Character) throws {
        guard let (row, column) = layout.place(of: key) else { return }
        ledger.press(key)
        try board.moveContact(between: rows[row], and: columns[column], isClosed: true)
    }

    private func release(_ key: Character) throws {
        guard let (row, column) = layout.place(of: key) else { return }
        ledger.release(key, at: clock.now)
        try board.moveContact(between: rows[row], and: columns[column], isClosed: false)
    }

    /// Unplugs the board, and plugs it in again a moment later.
    func replug() async throws {
        try board.unplug()
        try await run(.milliseconds(1))
        try board.replug()
    }

    /// Advances the time.
    func run(_ duration: Duration) async throws {
        await EventLoop.panel.settle()
        if let deadline = clock.nextDeadline {
            try require(deadline >= clock.now, "a deadline at \(deadline), which is past at \(clock.now)")
        }
        var (instant, before) = (clock.now, clock.firings)
        try await clock.advance(to: clock.now.advanced(by: duration)) {
            if clock.now != instant { (instant, before) = (clock.now, clock.firings - 1) }
            let firings = clock.firings - before
            try require(firings < Self.firingsAtOnce, "\(firings) timers at \(clock.now), and no end")
            // The keypad does not listen to edges while it scans.
            if keypad.isIdle { await EventLoop.panel.settle() }
            if let finding { throw finding }
        }
        await EventLoop.panel.settle()
        if let finding { throw finding }
    }

    /// Releases all keys, waits until the keypad rests, and checks that a single press is reported.
    func end(pressing key: Character) async throws {
        try await run(Self.fastest)
        for key in ledger.down.sorted() { try release(key) }
        // The time is longer than the end of a quarantine takes.
        try await run(.milliseconds(1_200))
        try require(keypad.isIdle, "with all keys up it goes on scanning")
        try require(ledger.pressed.isEmpty, "\(ledger.pressed.sorted()) stay pressed")
        reported = []
        try press(key)
        try await run(.milliseconds(60))
        try release(key)
        try await run(.milliseconds(100))
        let isTold =
            switch (reported.first, reported.last) {
            case (.pressed(key, _), .released(key, _)): reported.count == 2
            default: false
            }
        try require(isTold, "\(key) alone comes to \(reported)")
        try require(board.conflicts.isEmpty, "outputs were shorted: \(board.conflicts)")
        keypad.release()
        try require(board.heldRequests == 0, "lines are still held")
        try require(clock.nextDeadline == nil, "a timer is left")
    }
}
