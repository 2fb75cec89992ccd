import EventLoop
import GPIO
import Gestures
import Keypads
import MonotonicTime
import SimulatedGPIO

/// A matrix keypad on a simulated board in virtual time, its edges through the loop, and who presses its keys.
@PanelActor
final class KeypadWorld {
    /// More timers that are due at one instant make no progress.
    private static let firingsAtOnce = 200
    /// No finger moves a key twice within this: a keypad may take for a key what two scans in a row see of ghosts while all
    /// that makes them is moving.
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
        // A scan's length besides.
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

    /// Presses a key, or lets it go; one that has just moved stays.
    func toggle(_ key: Character) throws {
        if let moved = moved[key], moved.duration(to: clock.now) < Self.fastest { return }
        moved[key] = clock.now
        if ledger.down.contains(key) { try release(key) } else { try press(key) }
    }

    private func press(_ key: Character) throws {
        guard let (row, column) = layout.place(of: key) else { return }
        ledger.press(key)
        try board.closeContact(between: rows[row], and: columns[column])
    }

    private func release(_ key: Character) throws {
        guard let (row, column) = layout.place(of: key) else { return }
        ledger.release(key, at: clock.now)
        try board.openContact(between: rows[row], and: columns[column])
    }

    /// The board is unplugged, and plugged in again a moment later.
    func replug() async throws {
        try board.unplug()
        try await run(.milliseconds(1))
        try board.replug()
    }

    /// Lets time pass.
    func run(_ duration: Duration) async throws {
        let end = clock.now.advanced(by: duration)
        await EventLoop.panel.settle()
        while let deadline = clock.nextDeadline, deadline <= end {
            try require(deadline >= clock.now, "a deadline at \(deadline), which is past at \(clock.now)")
            clock.move(to: deadline)
            var firings = 0
            while clock.fireDueTimer() {
                firings += 1
                try require(firings < Self.firingsAtOnce, "\(firings) timers at \(clock.now), and no end")
                // While it scans, edges are not heard.
                if keypad.isIdle { await EventLoop.panel.settle() }
            }
            if let finding { throw finding }
        }
        clock.move(to: end)
        await EventLoop.panel.settle()
        if let finding { throw finding }
    }

    /// All keys are let go: the keypad comes to rest, and tells of a key that is pressed alone.
    func end(pressing key: Character) async throws {
        try await run(Self.fastest)
        for key in ledger.down.sorted() { try release(key) }
        // Longer than a fault takes to be cured.
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
