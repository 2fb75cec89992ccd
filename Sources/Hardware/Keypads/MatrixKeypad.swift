import EventLoop
import GPIO
import Gestures
import MonotonicTime

/// The lines and keys of a matrix keypad.
public struct MatrixWiring: Sendable, Hashable {
    /// The rows' lines, by name or `CHIP:OFFSET`; all on one chip.
    public let rows: [String]
    /// The columns' lines, by name or `CHIP:OFFSET`; all on one chip.
    public let columns: [String]
    /// The keys, by row and column.
    public let layout: KeypadLayout

    /// - Throws: `KeypadWiringError` if the layout has a different number of rows or columns.
    public init(rows: [String], columns: [String], layout: KeypadLayout) throws(KeypadWiringError) {
        guard rows.count == layout.rowCount, columns.count == layout.columnCount else {
            throw KeypadWiringError(
                lines: (rows.count, columns.count), keys: (layout.rowCount, layout.columnCount))
        }
        self.rows = rows
        self.columns = columns
        self.layout = layout
    }
}

/// The number of a keypad's lines differs from the number that its keys need.
public struct KeypadWiringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of lines for rows.
    public let rowLines: Int
    /// The number of lines for columns.
    public let columnLines: Int
    /// The number of rows of keys.
    public let rows: Int
    /// The number of keys in a row.
    public let columns: Int

    init(lines: (Int, Int), keys: (Int, Int)) {
        (rowLines, columnLines) = lines
        (rows, columns) = keys
    }

    public var description: String {
        "the keypad has \(rowLines) lines for rows and \(columnLines) for columns, but keys in \(rows) rows of \(columns)"
    }
}

/// A keypad whose keys connect rows with columns.
///
/// ```
///                      column lines: open drain, driven low one by one, or all while idle
///                         │      │      │
///     3.3 V ──resistor──┬─┼──────┼──────┼──  row line: input, low where a key connects it
///                       └──▶ edge            with a column that is low
/// ```
/// While idle, the keypad waits for an edge of a row. While keys are down, it waits for the deadlines of
/// `KeypadScanner` and ignores the rows' edges, which the scan itself causes. Columns float while they are not
/// driven, so that keys cannot short two of them.
@PanelActor
public final class MatrixKeypad: HeldKeypad {
    /// The number of edges and deadlines handled, each of which may have woken the loop.
    public private(set) var wakeups = 0

    private let wiring: MatrixWiring
    private let timings: KeypadTimings
    private let board: any Board
    private let consumer: String
    private var timer: PanelTimer?
    private var scanner: KeypadScanner
    private var held: Lines?

    /// The lines, while they are held.
    private struct Lines {
        var rows: InputWatcher
        var columns: any OutputRequest
        /// The columns that were last driven.
        var driven: KeypadScanner.Drive
    }

    /// Creates a keypad on a board's lines, not yet attached.
    ///
    /// - Parameter consumer: the name that other programs see.
    public init(
        _ wiring: MatrixWiring, timings: KeypadTimings = .usual, board: any Board, scheduler: any Scheduler,
        consumer: String
    ) {
        self.wiring = wiring
        self.timings = timings
        self.board = board
        self.consumer = consumer
        scanner = KeypadScanner(layout: wiring.layout, timings: timings, at: scheduler.now)
        super.init(scheduler: scheduler)
        timer = scheduler.makeTimer { [weak self] in self?.read() }
    }

    /// The number of scans since the lines were taken.
    public var scans: Int { scanner.scans }

    /// Whether the keypad only waits for an edge.
    public var isIdle: Bool { held != nil && scanner.isIdle }

    override var isHeld: Bool { held != nil }

    override func checkHeld() {
        held?.rows.checkPresence()
        do throws(GPIOError) { _ = try held?.columns.levels() } catch { lose(.lines(error)) }
    }

    override func isNews(_ error: KeypadError, after before: KeypadError?) -> Bool {
        // A missing chip has been reported before. Another program that now has the lines is a new failure.
        !error.isAbsence && error != before
    }

    override func take() throws(KeypadError) {
        do throws(GPIOError) { try takeLines() } catch { throw .lines(error) }
    }

    /// Requests the lines: the rows in one request, the columns in another.
    private func takeLines() throws(GPIOError) {
        // The columns first, so that the rows' first levels already depend on the keys.
        let columns = try board.requestOutputs(
            wiring.columns.map {
                OutputConfiguration(line: $0, isActiveLow: true, isActive: true, drive: .openDrain(.up))
            }, consumer: consumer)
        var rows: (any InputRequest)?
        do throws(GPIOError) {
            let request = try board.requestInputs(
                wiring.rows.map { InputConfiguration(line: $0, isActiveLow: true, bias: .up) }, consumer: consumer)
            rows = request
            let watcher = try InputWatcher(request, scheduler: scheduler) { [weak self] in self?.note($0) }
            held = Lines(rows: watcher, columns: columns, driven: .all)
        } catch {
            rows?.release()
            columns.release()
            throw error
        }
        scanner = KeypadScanner(layout: wiring.layout, timings: timings, at: scheduler.now)
        proceed()
    }

    /// Handles an event of the rows. While idle, any edge starts a scan.
    private func note(_ event: InputWatcher.Event) {
        switch event {
        case .edge, .resynchronised:
            guard scanner.isIdle else { return }
            wakeups += 1
            scanner.edge(at: scheduler.now)
            proceed()
        case .lost(let error):
            lose(.lines(error))
        }
    }

    /// Handles the scanner's deadline.
    private func read() {
        guard let held else { return }
        wakeups += 1
        // Drops the scan's own edges before the levels are read. Later edges are handled, so that none is missed.
        if scanner.drive == .all { held.rows.drain() }
        guard let rows = self.held?.rows.readLevels() else { return }
        let outputs = scanner.read(rows, at: scheduler.now)
        proceed()
        for output in outputs { happened?(output) }
    }

    /// Drives the columns and arms the timer as the scanner requests.
    private func proceed() {
        guard let held else { return }
        let drive = scanner.drive
        if drive != held.driven {
            do throws(GPIOError) {
                try held.columns.set(wiring.columns.indices.map { drive == .all || drive == .column($0) })
                self.held?.driven = drive
            } catch {
                lose(.lines(error))
                return
            }
        }
        held.rows.setMuted(!scanner.isIdle)
        timer?.arm(at: scanner.deadline)
    }

    /// Lets all columns float, and releases the lines.
    override func giveBack() {
        timer?.cancel()
        guard let held else { return }
        self.held = nil
        held.rows.cancel()
        try? held.columns.set(wiring.columns.map { _ in false })
        held.columns.release()
    }
}
