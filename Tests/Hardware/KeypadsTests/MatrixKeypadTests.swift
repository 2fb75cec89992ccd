import EventLoop
import GPIO
import Gestures
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Keypads

/// The keypad on a board's lines, with edges through the loop.
@Suite("Matrix keypads", .timeLimit(.minutes(2)))
@PanelActor
final class MatrixKeypadTests {
    private static let rows = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]
    private static let columns = ["GPIO16", "GPIO20", "GPIO21"]

    private let clock = VirtualScheduler()
    private let board: SimulatedBoard
    private let layout: KeypadLayout
    private let keypad: MatrixKeypad
    private var outputs: [KeypadOutput] = []
    private var news: [String] = []

    init() throws {
        board = SimulatedBoard(scheduler: clock)
        layout = try KeypadLayout(ScannedPad.telephone)
        keypad = MatrixKeypad(
            try MatrixWiring(rows: Self.rows, columns: Self.columns, layout: layout), board: board, scheduler: clock,
            consumer: "keypad")
        keypad.happened = { [weak self] in self?.outputs.append($0) }
        keypad.failed = { [weak self] in self?.news.append("failed: \($0)") }
        keypad.recovered = { [weak self] in self?.news.append("recovered") }
        board.chipsChanged = { [weak keypad] in keypad?.checkPresence() }
    }

    private func run(_ duration: Duration) async { await clock.advance(by: duration) }

    private func press(_ key: Character) throws {
        let (row, column) = try #require(layout.place(of: key))
        try board.moveContact(between: Self.rows[row], and: Self.columns[column], isClosed: true)
    }

    private func release(_ key: Character) throws {
        let (row, column) = try #require(layout.place(of: key))
        try board.moveContact(between: Self.rows[row], and: Self.columns[column], isClosed: false)
    }

    private func consumer(_ line: String) throws -> String? {
        try board.lines().first { $0.address.name == line }?.consumer
    }

    @Test("keys are reported in their order, with or without bounce")
    func typing() async throws {
        try keypad.attach()
        await run(.milliseconds(20))
        #expect(keypad.isIdle)
        for key in "1590#*" {
            try press(key)
            await run(.milliseconds(80))
            try release(key)
            await run(.milliseconds(80))
        }
        #expect(outputs.transcript == "1+ 1- 5+ 5- 9+ 9- 0+ 0- #+ #- *+ *-")
        #expect(keypad.isIdle && board.conflicts.isEmpty && news.isEmpty)
        keypad.release()
        #expect(board.heldRequests == 0)
        for column in Self.columns { #expect(try board.isHigh(column), "it floats") }
    }

    @Test("an idle keypad has no scan and no wakeup in a minute, with all columns low")
    func idle() async throws {
        try keypad.attach()
        await run(.milliseconds(20))
        let (wakeups, scans, firings) = (keypad.wakeups, keypad.scans, clock.firings)
        await run(.seconds(60))
        #expect(keypad.wakeups == wakeups && keypad.scans == scans && clock.firings == firings && scans == 0)
        for column in Self.columns { #expect(try !board.isHigh(column)) }
        for row in Self.rows { #expect(try board.isHigh(row)) }
        keypad.release()
    }

    @Test("a scan's own edges cause no wakeup and are not left in the queue")
    func ownEdges() async throws {
        board.bounce = .none
        try keypad.attach()
        await run(.milliseconds(20))
        let before = keypad.wakeups
        try press("5")
        await run(.milliseconds(100))
        // One wakeup for the edge, and one for each column of 20 scans.
        #expect((60...64).contains(keypad.wakeups - before))
        try release("5")
        await run(.milliseconds(100))
        #expect(keypad.isIdle)
        let after = keypad.wakeups
        await run(.seconds(1))
        #expect(keypad.wakeups == after)
        keypad.release()
    }

    @Test(
        "a chip that vanishes during a scan is reported once; after its return the keypad works, and held keys are stuck"
    )
    func unplugging() async throws {
        try keypad.attach()
        await run(.milliseconds(20))
        try press("5")
        await run(.milliseconds(30))
        #expect(outputs.transcript == "5+" && !keypad.isIdle)
        try board.unplug()
        await run(.milliseconds(100))
        #expect(news == ["failed: GPIO chip gpiochip0 [simulated] is gone; its lines work again once it is back"])
        #expect(board.heldRequests == 0)
        let firings = clock.firings
        await run(.seconds(60))
        #expect(clock.firings == firings, "no timer looks for the chip, which makes itself known")
        try board.replug()
        await run(.milliseconds(100))
        #expect(news.count == 2 && news.last == "recovered" && outputs.transcript == "5+ 5!stuck")
        try release("5")
        await run(.milliseconds(1_200))
        try press("5")
        await run(.milliseconds(50))
        #expect(outputs.transcript == "5+ 5!stuck 5. 5+")
        keypad.release()
        #expect(board.heldRequests == 0)
    }

    @Test("a chip that vanishes while the keypad is idle is reported")
    func unpluggingIdle() async throws {
        try keypad.attach()
        await run(.milliseconds(20))
        try board.unplug()
        await run(.milliseconds(20))
        #expect(news.count == 1)
        try board.replug()
        await run(.milliseconds(20))
        #expect(news.count == 2 && keypad.isIdle)
        keypad.release()
    }

    @Test(
        "a busy line is reported with its holder, and requested when it is free", arguments: ["GPIO13", "GPIO20"])
    func busy(line: String) async throws {
        try board.occupy(line, consumer: "spi0 CS0")
        let error = #expect(throws: KeypadError.self) { try keypad.attach() }
        #expect(error == .lines(.busy(line: line, consumer: "spi0 CS0")))
        #expect(error?.description == "line '\(line)' is in use by 'spi0 CS0'; free it, or use another line")
        #expect(board.heldRequests == 0)
        #expect(try consumer("GPIO5") == nil && consumer("GPIO16") == nil)
        await run(.seconds(600))
        #expect(news.isEmpty, "it has been told")
        #expect(clock.firings < 20, "asked less and less often")
        try board.occupy(line, consumer: nil)
        await run(.seconds(61))
        #expect(news == ["recovered"] && keypad.isIdle)
        #expect(try consumer(line) == "keypad")
        keypad.release()
    }

    @Test("rows on one chip and columns on another work, and rows on two chips are refused")
    func chips() async throws {
        let board = SimulatedBoard(covering: Self.rows + ["x:0", "x:1", "x:2"], scheduler: clock)
        func keypad(_ rows: [String]) throws -> MatrixKeypad {
            MatrixKeypad(
                try MatrixWiring(rows: rows, columns: ["x:0", "x:1", "x:2"], layout: layout), board: board,
                scheduler: clock, consumer: "keypad")
        }
        let good = try keypad(Self.rows)
        var news: [String] = []
        good.failed = { news.append("\($0)") }
        good.recovered = { news.append("recovered") }
        board.chipsChanged = { good.checkPresence() }
        try good.attach()
        await run(.milliseconds(20))
        // Only the columns' chip.
        try board.unplug("x")
        await run(.milliseconds(20))
        #expect(news.count == 1)
        try board.replug("x")
        await run(.milliseconds(20))
        #expect(news.last == "recovered" && good.isIdle)
        good.release()
        let error = #expect(throws: KeypadError.self) { try keypad(["GPIO5", "GPIO6", "GPIO13", "x:3"]).attach() }
        #expect(error != nil && board.heldRequests == 0)
        board.chipsChanged = nil
    }

    @Test("a layout that does not match the lines is refused")
    func wiring() throws {
        let error = #expect(throws: KeypadWiringError.self) {
            try MatrixWiring(rows: ["A"], columns: Self.columns, layout: layout)
        }
        #expect(
            error?.description
                == "the keypad has 1 lines for rows and 3 for columns, but keys in 4 rows of 3")
    }

    @Test("an observer of a key may release the keypad")
    func releaseInside() async throws {
        keypad.happened = { [weak self] in
            self?.outputs.append($0)
            self?.keypad.release()
        }
        try keypad.attach()
        await run(.milliseconds(20))
        try press("5")
        await run(.milliseconds(100))
        #expect(outputs.transcript == "5+" && board.heldRequests == 0 && clock.nextDeadline == nil)
    }
}
