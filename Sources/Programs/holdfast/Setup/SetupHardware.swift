import EventLoop
import GPIO
import MonotonicTime

/// The lines that the dialogue watches, scans or drives at present.
@PanelActor
final class SetupHardware {
    private enum Use {
        case none
        case watching([InputWatcher])
        case scanning(Scan)
        case driving(any OutputRequest, line: String, bias: Bias)
    }

    /// A scan of a keypad's lines: one line after the other is low, and the others float. So neither a pressed key nor a
    /// line that was named by mistake shorts two outputs.
    private struct Scan {
        let lines: [String]
        let request: any OutputRequest
        /// The index of the line that is low.
        var low = 0
        var contacts: Set<Contact> = []
    }

    private let board: any Board
    private let scheduler: any Scheduler
    private let onEvent: @PanelActor (SetupEvent, MonotonicInstant) -> Void
    private var use = Use.none
    private var timer: PanelTimer?

    private static let consumer = "holdfast setup"
    /// The time that a line is driven to see what its part does.
    static let trial = Duration.milliseconds(500)
    /// The time that the lines of a keypad have to take their levels: 50 kΩ charge 1 nF of cable in 0.1 ms. A pressed key shows
    /// only while one of its two lines is low, and which one is not known yet. So no edge can announce it, and the lines are low
    /// in turn as long as the dialogue asks for keys.
    private static let settling = Duration.milliseconds(2)

    init(
        board: any Board, scheduler: any Scheduler,
        onEvent: @escaping @PanelActor (SetupEvent, MonotonicInstant) -> Void
    ) {
        (self.board, self.scheduler, self.onEvent) = (board, scheduler, onEvent)
        timer = scheduler.makeTimer { [weak self] in self?.elapse() }
        board.chipsChanged = { [weak self] in self?.checkPresence() }
    }

    /// Watches lines, each in a request of its own, so that one line that is in use does not take the others away.
    func watch(_ lines: [String], isPulledUp: Bool) {
        release()
        var (watchers, levels, refused) = ([InputWatcher](), [String: Bool](), [String: String]())
        for line in lines {
            // The active level is the one against the resistor.
            let input = InputConfiguration(line: line, isActiveLow: isPulledUp, bias: isPulledUp ? .up : .down)
            do throws(GPIOError) {
                let watcher = try InputWatcher(
                    try board.requestInputs([input], consumer: Self.consumer), scheduler: scheduler
                ) { [weak self] in self?.take($0, of: line, isPulledUp: isPulledUp) }
                levels[line] = watcher.levels[0] != isPulledUp
                watchers.append(watcher)
            } catch {
                refused[line] = error.description
            }
        }
        use = .watching(watchers)
        onEvent(.watching(levels: levels, refused: refused), scheduler.now)
    }

    private func take(_ event: InputWatcher.Event, of line: String, isPulledUp: Bool) {
        switch event {
        case .edge(let edge): onEvent(.edge(line, isHigh: edge.isActive != isPulledUp), edge.time)
        case .resynchronised(line: _, let isActive, let time):
            onEvent(.edge(line, isHigh: isActive != isPulledUp), time)
        case .lost(let error): lose(error)
        }
    }

    /// Handles the edges that wait. The owner of a deadline calls this before it decides.
    func drain() {
        guard case .watching(let watchers) = use else { return }
        for watcher in watchers { watcher.drain() }
    }

    /// Begins to scan lines, again and again until `release`.
    func scan(_ lines: [String]) {
        release()
        let outputs = lines.map {
            OutputConfiguration(line: $0, isActiveLow: true, isActive: false, drive: .openDrain(.up))
        }
        do throws(GPIOError) {
            let scan = Scan(lines: lines, request: try board.requestOutputs(outputs, consumer: Self.consumer))
            use = .scanning(scan)
            try drive(scan)
        } catch {
            lose(error)
        }
    }

    private func drive(_ scan: Scan) throws(GPIOError) {
        try scan.request.set(scan.lines.indices.map { $0 == scan.low })
        timer?.arm(at: scheduler.now.advanced(by: Self.settling))
    }

    private func read(_ scan: Scan) throws(GPIOError) {
        var next = scan
        for (index, isLow) in try scan.request.levels().enumerated() where isLow && index != scan.low {
            next.contacts.insert(Contact(scan.lines[scan.low], scan.lines[index]))
        }
        next.low += 1
        let isWhole = next.low == scan.lines.count
        let contacts = next.contacts
        if isWhole { (next.low, next.contacts) = (0, []) }
        use = .scanning(next)
        try drive(next)
        if isWhole { onEvent(.scanned(contacts), scheduler.now) }
    }

    /// Drives a line for a moment.
    func drive(_ line: String, isHigh: Bool, bias: Bias) {
        release()
        do throws(GPIOError) {
            let output = OutputConfiguration(line: line, isActive: isHigh)
            use = .driving(try board.requestOutputs([output], consumer: Self.consumer), line: line, bias: bias)
            timer?.arm(at: scheduler.now.advanced(by: Self.trial))
        } catch {
            lose(error)
        }
    }

    /// Releases all lines. A driven one becomes an input, as after a reset: its inactive level is not known.
    func release() {
        timer?.cancel()
        let use = use
        self.use = .none
        switch use {
        case .none: break
        case .watching(let watchers): for watcher in watchers { watcher.cancel() }
        case .scanning(let scan):
            try? scan.request.set(scan.lines.map { _ in false })
            scan.request.release()
            // Open-drain outputs that float are as good as inputs, but the next user may drive them.
            for line in scan.lines { makeInput(line, .up) }
        case .driving(let request, let line, let bias):
            request.release()
            makeInput(line, bias)
        }
    }

    private func makeInput(_ line: String, _ bias: Bias) {
        // A chip that is gone drives nothing.
        try? board.requestInputs([InputConfiguration(line: line, bias: bias)], consumer: Self.consumer).release()
    }

    private func elapse() {
        switch use {
        case .none, .watching: break
        case .scanning(let scan): do throws(GPIOError) { try read(scan) } catch { lose(error) }
        case .driving:
            release()
            onEvent(.driven, scheduler.now)
        }
    }

    private func checkPresence() {
        switch use {
        case .none, .scanning: break
        case .watching(let watchers): for watcher in watchers { watcher.checkPresence() }
        case .driving(let request, line: _, bias: _):
            do throws(GPIOError) { _ = try request.levels() } catch { lose(error) }
        }
    }

    private func lose(_ error: GPIOError) {
        release()
        onEvent(.linesLost(error.description), scheduler.now)
    }
}
