import EventLoop
import GPIO
import Gestures
import MonotonicTime

/// A matrix keypad and the lines that it is on.
public struct MatrixWiring: Sendable, Hashable {
    /// The rows' lines, by name or `CHIP:OFFSET`; all on one chip.
    public let rows: [String]
    /// The columns' lines, likewise.
    public let columns: [String]
    /// The keys.
    public let layout: KeypadLayout

    /// A keypad on these lines.
    ///
    /// - Throws: `KeypadWiringError` where the layout has another number of rows or columns.
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

/// A keypad's lines are not as many as its keys need.
public struct KeypadWiringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many lines were named, for rows and for columns.
    public let rowLines: Int
    /// Likewise, for columns.
    public let columnLines: Int
    /// How many rows of keys there are.
    public let rows: Int
    /// How many keys a row has.
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
/// Idle, it waits for an edge of a row; with keys down, for the deadlines of `KeypadScanner`, and the rows' edges, which
/// the scan itself makes, go unheard. Columns float while they are not driven: two that keys connect do not short.
@PanelActor
public final class MatrixKeypad: Keypad {
    public var happened: (@PanelActor (KeypadOutput) -> Void)?
    public var failed: (@PanelActor (KeypadError) -> Void)?
    public var recovered: (@PanelActor () -> Void)?

    /// How often it has handled edges or a deadline, each of which may have woken the loop.
    public private(set) var wakeups = 0

    private let wiring: MatrixWiring
    private let timings: KeypadTimings
    private let board: any Board
    private let scheduler: any Scheduler
    private let consumer: String
    private var timer: PanelTimer?
    private var retryTimer: PanelTimer?
    private var retryDelay = RetryDelay()
    private var scanner: KeypadScanner
    private var held: Lines?
    private var problem: KeypadError?
    private var isReleased = false

    /// The lines, while they are held.
    private struct Lines {
        var rows: InputWatcher
        var columns: any OutputRequest
        /// What the columns were last driven to.
        var driven: KeypadScanner.Drive
    }

    /// A keypad on a board's lines, not yet taken.
    ///
    /// - Parameter consumer: the name that others see.
    public init(
        _ wiring: MatrixWiring, timings: KeypadTimings = KeypadTimings(), board: any Board, scheduler: any Scheduler,
        consumer: String
    ) {
        self.wiring = wiring
        self.timings = timings
        self.board = board
        self.scheduler = scheduler
        self.consumer = consumer
        scanner = KeypadScanner(layout: wiring.layout, timings: timings, at: scheduler.now)
        timer = scheduler.makeTimer { [weak self] in self?.read() }
        retryTimer = scheduler.makeTimer { [weak self] in self?.checkPresence() }
    }

    /// How many scans have been made since the lines were taken.
    public var scans: Int { scanner.scans }

    /// Whether it waits for nothing but an edge.
    public var isIdle: Bool { held != nil && scanner.isIdle }

    /// Takes the lines: the rows in one request, the columns in another.
    ///
    /// - Throws: `lines`, with what `Board` throws; a line that somebody holds is told with who does.
    public func attach() throws(KeypadError) {
        guard held == nil, !isReleased else { return }
        do throws(GPIOError) {
            try take()
            problem = nil
            retryDelay.reset()
            retryTimer?.cancel()
        } catch {
            let problem = KeypadError.lines(error)
            self.problem = problem
            retry(after: problem)
            throw problem
        }
    }

    public func checkPresence() {
        guard !isReleased else { return }
        if let held {
            held.rows.checkPresence()
            do throws(GPIOError) { _ = try self.held?.columns.levels() } catch { lose(error) }
        }
        guard held == nil else { return }
        let before = problem
        do throws(KeypadError) {
            try attach()
            recovered?()
        } catch {
            // That it is away has been told; that somebody else has its lines now is news.
            if !error.isAbsence, error != before { failed?(error) }
        }
    }

    /// Lets all columns float and gives the lines back.
    public func release() {
        isReleased = true
        (happened, failed, recovered) = (nil, nil, nil)
        retryTimer?.cancel()
        giveBack()
    }

    private func take() throws(GPIOError) {
        // The columns first, so that the rows are what keys make of them.
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

    /// What the rows' watch tells: while idle, that it is time to scan, whatever it was.
    private func note(_ event: InputWatcher.Event) {
        switch event {
        case .edge, .resynchronised:
            guard scanner.isIdle else { return }
            wakeups += 1
            scanner.edge(at: scheduler.now)
            proceed()
        case .lost(let error):
            lose(error)
        }
    }

    /// The scanner's deadline has come.
    private func read() {
        guard let held else { return }
        wakeups += 1
        // Edges of the scan are dropped before the levels are read, and later ones are heard: none is missed between.
        if scanner.drive == .all { held.rows.drain() }
        guard let rows = self.held?.rows.readLevels() else { return }
        let outputs = scanner.read(rows, at: scheduler.now)
        proceed()
        for output in outputs { happened?(output) }
    }

    /// Does what the scanner wants done.
    private func proceed() {
        guard let held else { return }
        let drive = scanner.drive
        if drive != held.driven {
            do throws(GPIOError) {
                try held.columns.set(wiring.columns.indices.map { drive == .all || drive == .column($0) })
                self.held?.driven = drive
            } catch {
                lose(error)
                return
            }
        }
        held.rows.setMuted(!scanner.isIdle)
        timer?.arm(at: scanner.deadline)
    }

    private func lose(_ error: GPIOError) {
        guard held != nil else { return }
        giveBack()
        let problem = KeypadError.lines(error)
        self.problem = problem
        retry(after: problem)
        failed?(problem)
    }

    private func giveBack() {
        timer?.cancel()
        guard let held else { return }
        self.held = nil
        held.rows.cancel()
        try? held.columns.set(wiring.columns.map { _ in false })
        held.columns.release()
    }

    /// A chip that is away tells when it is back; a line that somebody holds does not tell when it is free.
    private func retry(after error: KeypadError) {
        retryTimer?.arm(at: error.isAbsence ? nil : scheduler.now.advanced(by: retryDelay.next()))
    }
}
