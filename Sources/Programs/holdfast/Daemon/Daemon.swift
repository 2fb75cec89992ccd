import Configuration
import EventLoop
import GPIO
import Indicators
import Layout
import LocalAPI
import Logging
import MonotonicTime
import Panel
import ProgramSupport

/// Runs a panel until a signal ends it, and reads the panel's file again at SIGHUP.
@PanelActor
final class Daemon {
    private let options: DaemonOptions
    private let simulator: PanelHardware.Simulator
    private let logger: Logger
    private let manager = ServiceManager(scheduler: EventLoop.panel)
    private let records: RuntimeRecords
    private let kept: KeptState
    private let answering: PanelAnswering?
    private let file: RunningFile
    /// Keeps the layout that users edit, on top of the layout of the file.
    private let editor: LayoutEditor
    /// The lock, created with the first panel, whose rules it begins with.
    private var lock: PanelLock?
    private var engine: PanelEngine? {
        didSet { answering?.engine = engine }
    }
    private var watches: [DescriptorWatch] = []
    private let completion: Completion<Void>

    /// - Parameter completion: Is called once the daemon has ended.
    /// - Throws: `DirectoryLock.Taken` if another daemon uses the runtime directory; `FileProblem`.
    init(
        _ options: DaemonOptions, sockets: PanelSockets.Choice,
        simulator: @escaping PanelHardware.Simulator,
        logger: Logger, completion: Completion<Void>
    ) throws {
        (self.options, self.simulator, self.logger, self.completion) = (options, simulator, logger, completion)
        switch sockets {
        case .sockets(let sockets):
            answering = PanelAnswering(sockets)
            for name in sockets.missing {
                logger.error("the service manager passes no socket '\(name)'; nobody is answered there")
            }
        case .nowhere(let reason):
            answering = nil
            logger.notice("no sockets: \(reason); other programs cannot speak to this panel (--socket PATH)")
        }
        records = try RuntimeRecords(in: options.runtimeDirectory, logger)
        kept = KeptState(in: options.stateDirectory, logger)
        editor = LayoutEditor(kept.memory.store)
        file = RunningFile(options.file, keptAs: options.lastGood, scheduler: EventLoop.panel, logger)
        file.storeFails = { [kept] in kept.fault != nil }
    }

    /// Starts the panel. A signal of `ending` stops it, and a signal of `reloading` makes it read its file again. The
    /// event loop retains the daemon until the end.
    ///
    /// - Parameter opened: The content of the file, or its last good text.
    /// - Throws: `ConfigurationError` if the panel cannot start, `VarlinkServerError` if a socket cannot be used. No
    ///   line is left driven then.
    func start(_ opened: OpenedPanelFile, ending: SignalDescriptor, reloading: SignalDescriptor) throws {
        editor.found = { [logger] in logger.notice("layout: \($0)") }
        editor.changed = { [logger] in logger.info("the layout was changed by hand") }
        answering?.editor = editor
        try start(opened)
        let panel = opened.panel
        if records.drivenLines == nil {
            logger.notice("no runtime directory: 'holdfast safe' will not know what to do if this process is killed")
        }
        // A turn of the loop handles one signal, so that a storm of signals delays neither the buttons nor the end.
        watches = [
            try EventLoop.panel.watch(ending.descriptor) { _ in
                if ending.read() != nil { self.end(.success(())) }
            },
            try EventLoop.panel.watch(reloading.descriptor) { _ in
                if reloading.read() != nil { self.reload() }
            },
        ]
        kept.start { [weak self] fault in
            if let fault { self?.engine?.begin(fault) } else { self?.engine?.end(.store) }
        }
        file.watch { [weak self] panel throws(ConfigurationError) in
            try self?.engine?.checkChange(to: panel)
        } onChange: { [weak self] fault in
            if let fault { self?.engine?.begin(fault) } else { self?.engine?.end(.file) }
        }
        manager.summary = "\(panel.name): \(panel.summary)"
        logger.info("panel '\(panel.name)' runs: \(panel.summary)")
        manager.ready(engine?.faults(as: .anybody) ?? [])
        SystemCall.releaseCode()
    }

    /// Starts the panel. A line that the board lacks, or that is busy, may be there at the next try of the service
    /// manager. So such an error starts no older text.
    private func start(_ opened: OpenedPanelFile) throws {
        let layout = editor.read(opened.panel)
        let engine = try makeEngine(layout.panel)
        // The sockets come before the panel, because its extensions call back. A panel that programs cannot reach does
        // not start.
        try answering?.listen()
        file.starts(opened)
        do {
            try start(engine)
        } catch {
            answering?.stop()
            throw error
        }
        file.runs(opened)
        editor.take(layout)
    }

    private func end(_ result: Result<Void, any Error>) {
        for watch in watches { watch.cancel() }
        manager.stopping()
        answering?.stop()
        let display = engine?.displaySink
        // Outputs are safe and their lines released before the waits for LEDs and the disk, which may stall.
        engine?.stop()
        engine = nil
        records.leds.finish()
        file.stop()
        kept.close()
        Self.release(display) { [logger, completion] in
            logger.info("stopped")
            completion(result)
        }
    }

    private func makeEngine(_ panel: PanelDescription) throws(ConfigurationError) -> PanelEngine {
        let hardware =
            panel.board == .simulated ? simulator(panel) : try PanelHardware(for: panel, leds: records.leds)
        lock = lock ?? kept.makeLock(for: panel, keyFile: options.keyFile)
        let engine = PanelEngine(
            panel, board: hardware.board, leds: hardware.leds, display: hardware.display, clock: kept.clock,
            scheduler: EventLoop.panel, drivenLines: records.drivenLines, memory: kept.memory, lock: lock,
            keypads: hardware.keypads, extensions: answering?.extensions(of: panel) ?? [:],
            developerMode: options.developerMode)
        engine.extensionsOfUser = { [weak self] user in self?.answering?.extensions(of: panel, ownedBy: user) ?? [] }
        answering?.engineMade(engine, hardware.boardOperator)
        // Other users may read the log later, so private values are not written to it.
        var journal = EventJournal(logger: logger, openingFault: kept.openingFault)
        journal.onFault = { [weak self] in
            if let self, let engine = self.engine { manager.status(engine.faults(as: .anybody)) }
        }
        engine.observe(as: .anybody) { [journal] in journal.note($0) }
        return engine
    }

    private func start(
        _ engine: PanelEngine, resuming states: [String: Bool] = [:], since start: MonotonicInstant? = nil
    ) throws(ConfigurationError) {
        kept.clock.source = engine.description.clock
        try engine.start(resuming: states, since: start)
        self.engine = engine
        kept.keepTime()
        for fault in [kept.fault, file.fault].compactMap(\.self) { engine.begin(fault) }
    }

    // MARK: Reading the file again

    /// Reads the file again. If the file cannot be read or the new panel cannot start, the old panel continues.
    private func reload() {
        guard let old = engine else { return }
        manager.reloading(status: "Reading \(options.file)")
        var read: [UInt8]?
        do throws(ConfigurationError) {
            let text = try PanelFile.text(path: options.file, isTrusted: true)
            read = text
            let panel = try PanelFile.parse(text, file: options.file)
            let layout = editor.read(panel)
            let opened = OpenedPanelFile(panel: panel, text: text, problem: nil)
            file.starts(opened)
            try replace(old, with: layout.panel, of: text)
            file.runs(opened)
            editor.take(layout)
            manager.summary = "\(panel.name): \(panel.summary)"
            logger.info("panel '\(panel.name)' read again: \(panel.summary)")
        } catch {
            logger.error("\(error.description)")
            guard engine != nil else { return }
            file.refuse(read, error)
            logger.error("\(options.file) cannot be used; the panel goes on as it was")
        }
        if let engine { manager.ready(engine.faults(as: .anybody)) }
    }

    private func replace(
        _ old: PanelEngine, with panel: PanelDescription, of text: [UInt8]
    ) throws(ConfigurationError) {
        let new = try makeEngine(panel)
        // These checks run before the old panel stops, which is unaffected so far.
        try new.check(replacing: old)
        // A control with an unchanged output keeps its state, and the new panel takes over its line without an edge.
        // On another board, the line would stay driven on the old board.
        let unchanged = panel.controls.filter { control in
            panel.board == old.description.board
                && old.description.controls.contains {
                    $0.kind == control.kind && $0.action.hasSameLine(as: control.action, of: new)
                }
        }
        let states = old.stop(keeping: Set(unchanged.map(\.kind)))
        do throws(ConfigurationError) {
            try start(new, resuming: states, since: old.startTime)
        } catch {
            engine = nil
            // The old panel starts with the fault: a client that reads the file as the panel comes must know.
            file.refuse(text, error)
            do throws(ConfigurationError) {
                let again = try makeEngine(old.description)
                again.know(linesOf: old)
                try start(again, resuming: states, since: old.startTime)
            } catch let second {
                // Another process took a line in the meantime. No panel is left, and the service manager starts a new
                // process.
                logger.critical("the old panel does not start any more either")
                old.makeSafe(states)
                end(.failure(second))
            }
            throw error
        }
    }

    // MARK: The end

    /// The longest time that the end waits for the display, well below the service manager's stop timeout.
    private static let displayPatience = Duration.seconds(1)

    /// Calls `end` once a stopped display is blank, or after `displayPatience`. The display is blanked outside the
    /// event loop, and a stuck display never becomes blank.
    private static func release(_ display: (any DisplaySink)?, then end: @escaping @PanelActor () -> Void) {
        guard let display, !display.isReleased else { return end() }
        var limit: PanelTimer?
        let finish: @PanelActor () -> Void = {
            limit?.cancel()
            limit = nil
            display.released = nil
            end()
        }
        display.released = finish
        limit = EventLoop.panel.makeTimer(finish)
        limit?.arm(at: EventLoop.panel.now.advanced(by: displayPatience))
    }
}

extension ControlAction {
    /// Whether a toggle with this action can hand its line over to a toggle with the other action without a change.
    @PanelActor
    fileprivate func hasSameLine(as other: ControlAction, of engine: PanelEngine) -> Bool {
        switch (self, other) {
        case (.toggleLine(let one, restore: _, maxTime: _), .toggleLine(let two, restore: _, maxTime: _)):
            one.line.isActiveLow == two.line.isActiveLow && one.failsActive == two.failsActive
                && engine.isSameLine(one.line, as: two.line)
        case (.toggleLine, _), (.pulse, _), (.timer, _), (.open, _), (.set, _), (.show, _), (.lock, _),
            (.delegated, _):
            false
        }
    }
}

/// The lock of a daemon's runtime directory, and the records in the directory, which `holdfast safe` reads.
@PanelActor
private struct RuntimeRecords {
    let directoryLock: DirectoryLock?
    /// `nil` without a runtime directory.
    let drivenLines: DrivenLinesFile?
    /// One object for all panels of this process: at a reload, the old panel gives an LED back before the new panel
    /// takes the LED.
    let leds: KernelLEDs

    /// - Throws: `DirectoryLock.Taken`, `FileProblem`.
    init(in directory: String?, _ logger: Logger) throws {
        directoryLock = try directory.map { try DirectoryLock($0) }
        drivenLines = directory.map { Self.openRecord($0 + "/" + RuntimeFile.drivenLines, logger) }
        leds = KernelLEDs(
            record: directory.map { LEDRecord(path: $0 + "/" + RuntimeFile.takenLEDs) },
            scheduler: EventLoop.panel)
    }

    /// Opens the record of driven lines. A new record replaces a damaged one, so that a door's buttons keep working.
    private static func openRecord(_ path: String, _ logger: Logger) -> DrivenLinesFile {
        do throws(DrivenLinesError) {
            return try DrivenLinesFile(path: path)
        } catch {
            logger.error(
                "\(error); a new record begins, and an output that only an earlier panel drove may still be active"
            )
            return DrivenLinesFile(replacing: path)
        }
    }
}
