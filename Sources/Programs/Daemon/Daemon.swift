import Configuration
import ControlModel
import EventLoop
import GPIO
import Gestures
import Indicators
import Layout
import LocalAPI
import Logging
import MonotonicTime
import Panel
import ProgramSupport
import Store

/// Runs a panel until a signal ends it, and reads the panel's file again at SIGHUP.
@PanelActor
package final class Daemon {
    private let options: DaemonOptions
    let logger: Logger
    private let scheduler: any Scheduler = EventLoop.panel
    private let manager = ServiceManager(scheduler: EventLoop.panel)
    private let directoryLock: DirectoryLock?
    private let drivenLines: DrivenLinesFile?
    /// One object for all panels of this process: at a reload, the old panel gives an LED back before the new panel
    /// takes the LED.
    private let leds: KernelLEDs
    let localClock = SystemClock()
    private let answering: PanelAnswering?
    private let simulator: PanelHardware.Simulator
    let store: PanelStore?
    /// The lock, created with the first panel, whose rules it begins with.
    private var lock: PanelLock?
    let memory: PanelMemory
    /// Why stored data is missing; `nil` if the store is complete.
    var storeProblem: String?
    var storeRetry: StoreRetry?
    /// The store's problem at opening. It is logged before the panel starts, because the panel may fail to start.
    private let openingProblem: String?
    var clocks: Clocks?
    /// Keeps the layout that users edit, on top of the layout of the file.
    private let editor: LayoutEditor
    var engine: PanelEngine? {
        didSet { answering?.engine = engine }
    }
    private var status = ""
    private var watches: [DescriptorWatch] = []
    private let completion: Completion<Void>

    /// - Parameter completion: Is called once the daemon has ended.
    /// - Throws: `DirectoryLock.Taken` if another daemon uses the runtime directory; `FileProblem`.
    init(
        _ options: DaemonOptions, sockets: PanelSockets.Choice, simulator: @escaping PanelHardware.Simulator,
        logger: Logger, completion: Completion<Void>
    ) throws {
        self.completion = completion
        self.options = options
        self.simulator = simulator
        self.logger = logger
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
        if let runtimeDirectory = options.runtimeDirectory {
            directoryLock = try DirectoryLock(runtimeDirectory)
            drivenLines = Self.openRecord(runtimeDirectory + "/" + RuntimeFile.drivenLines, logger)
        } else {
            directoryLock = nil
            drivenLines = nil
        }
        leds = KernelLEDs(
            record: options.runtimeDirectory.map { LEDRecord(path: $0 + "/" + RuntimeFile.takenLEDs) },
            scheduler: EventLoop.panel)
        let opened = Self.openStore(in: options.stateDirectory, logger)
        (store, storeProblem, openingProblem) = (opened.store, opened.problem, opened.problem)
        let memoryStore = store ?? .inMemory()
        memory = PanelMemory(memoryStore, scheduler: EventLoop.panel) { Clocks.now }
        editor = LayoutEditor(memoryStore)
        // If the store cannot be opened, the newest time is unknown. `Int64.max` makes every time count as older than
        // the newest.
        localClock.newest = { [store] in options.isKept && store == nil ? Int64.max : store?.newestTime }
    }

    /// Opens the record of driven lines. A new record replaces a damaged one, so that a door's buttons keep working.
    private static func openRecord(_ path: String, _ logger: Logger) -> DrivenLinesFile {
        do throws(DrivenLinesError) {
            return try DrivenLinesFile(path: path)
        } catch {
            logger.error(
                "\(error); a new record begins, and an output that only an earlier panel drove may still be active")
            return DrivenLinesFile(replacing: path)
        }
    }

    /// Starts the panel. A signal of `ending` stops it, and a signal of `reloading` makes it read its file again. The
    /// event loop retains the daemon until the end.
    ///
    /// - Parameter panel: The content of the file.
    /// - Throws: `ConfigurationError` if the panel cannot start, `VarlinkServerError` if a socket cannot be used. No
    ///   line is left driven then.
    func start(_ panel: PanelDescription, ending: SignalDescriptor, reloading: SignalDescriptor) throws {
        let layout = editor.read(panel)
        let engine = try makeEngine(layout.panel)
        editor.found = { [weak self] in self?.logger.notice("layout: \($0)") }
        editor.changed = { [weak self] in self?.logger.info("the layout was changed by hand") }
        answering?.editor = editor
        // The sockets come before the panel, because its extensions call back. A panel that programs cannot reach
        // does not start.
        try answering?.listen()
        do {
            try start(engine)
        } catch {
            answering?.stop()
            throw error
        }
        editor.take(layout)
        if drivenLines == nil {
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
        watchStore()
        watchClocks()
        status = "\(panel.name): \(panel.summary)"
        logger.info("panel '\(panel.name)' runs: \(panel.summary)")
        manager.ready(status: statusText(of: engine))
        SystemCall.releaseCode()
    }

    private func end(_ result: Result<Void, any Error>) {
        for watch in watches { watch.cancel() }
        manager.stopping()
        answering?.stop()
        let display = engine?.displaySink
        engine?.stop()
        engine = nil
        leds.finish()
        clocks?.stop()
        closeStore()
        Self.release(display) { [logger, completion] in
            logger.info("stopped")
            completion(result)
        }
    }

    private func makeEngine(_ panel: PanelDescription) throws(ConfigurationError) -> PanelEngine {
        let hardware =
            panel.board == .simulated ? simulator(panel) : try PanelHardware(for: panel, leds: leds)
        lock =
            lock
            ?? Self.makeLock(
                for: panel, store: store, isKept: options.isKept, keyFile: options.keyFile, clock: localClock,
                logger: logger)
        let engine = PanelEngine(
            panel, board: hardware.board, leds: hardware.leds, display: hardware.display, clock: localClock,
            scheduler: scheduler, drivenLines: drivenLines, memory: memory, lock: lock, keypads: hardware.keypads,
            extensions: answering?.extensions(of: panel) ?? [:],
            developerMode: options.developerMode)
        engine.extensionsOfUser = { [weak self] user in self?.answering?.extensions(of: panel, ownedBy: user) ?? [] }
        answering?.engineMade(engine, hardware.operation)
        // Other users may read the log later, so private values are not written to it.
        engine.observe(as: .anybody) { [weak self] in self?.note($0) }
        return engine
    }

    private func start(
        _ engine: PanelEngine, resuming states: [String: Bool] = [:]
    ) throws(ConfigurationError) {
        localClock.trust = ClockTrust(engine.description.clock)
        try engine.start(resuming: states)
        self.engine = engine
        keepTime()
        if let storeProblem { engine.begin(PanelFault(part: .store, cause: .store(storeProblem))) }
    }

    // MARK: Reading the file again

    /// Reads the file again. If the file cannot be read or the new panel cannot start, the old panel continues.
    private func reload() {
        guard let old = engine else { return }
        manager.reloading(status: "Reading \(options.file)")
        do throws(ConfigurationError) {
            let panel = try PanelFile.read(path: options.file, isTrusted: true)
            let layout = editor.read(panel)
            try replace(old, with: layout.panel)
            editor.take(layout)
            status = "\(panel.name): \(panel.summary)"
            logger.info("panel '\(panel.name)' read again: \(panel.summary)")
        } catch {
            logger.error("\(error.description)")
            guard engine != nil else { return }
            logger.error("\(options.file) cannot be used; the panel goes on as it was")
            status = "\(old.description.name): goes on as it was; \(options.file) has errors"
        }
        if let engine { manager.ready(status: statusText(of: engine)) }
    }

    private func replace(_ old: PanelEngine, with panel: PanelDescription) throws(ConfigurationError) {
        let new = try makeEngine(panel)
        // These checks run before the old panel stops, which is unaffected so far.
        try new.check(replacing: old)
        // A control with an unchanged output keeps its state, and the new panel takes over its line without an edge.
        // On another board, the line would stay driven on the old board.
        let kept = panel.controls.filter { control in
            panel.board == old.description.board
                && old.description.controls.contains {
                    $0.kind == control.kind && $0.action.hasSameLine(as: control.action)
                }
        }
        let states = old.stop(keeping: Set(kept.map(\.kind)))
        do throws(ConfigurationError) {
            try start(new, resuming: states)
        } catch {
            engine = nil
            do throws(ConfigurationError) {
                let again = try makeEngine(old.description)
                again.know(linesOf: old)
                try start(again, resuming: states)
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

    // MARK: Log and status

    private func statusText(of engine: PanelEngine) -> String {
        let faults = engine.faults(as: .anybody).map(\.description)
        return faults.isEmpty ? status : "\(status); fault: \(faults.joined(separator: "; "))"
    }

    /// The kind of the named control, which is the part of the name before `@`, for the journal.
    private static func kind(of name: String) -> Logger.Metadata {
        [JournalLogHandler.kindKey: .string(String(name.prefix { $0 != "@" }))]
    }

    private func note(_ event: PanelEvent) {
        switch event {
        case .buttonPressed, .buttonReleased, .hintEnded, .statusShown, .statusEnded, .lightShown, .lightLookChanged,
            .displayChanged:
            break
        case .lightDimmed(let name, let isDim): logger.debug("light '\(name)' is \(isDim ? "dim" : "bright")")
        case .controlChanged(let snapshot, let name): logger.debug("\(name) changed: \(snapshot.valueText ?? "")")
        case .valueMissed(let name, let reason):
            logger.warning("no value of \(name): \(reason)", metadata: Self.kind(of: name))
        case .controlRemoved(let name): logger.notice("\(name) is not there any more")
        case .confirmationAsked(let name, let question): logger.info("\(name) asks: \(question)")
        case .confirmationEnded: break
        case .opened(let target): logger.info("opened: \(target.title)")
        case .activityShown(let activity): logger.info("activity: \(activity.title)")
        case .activityEnded(let activity): logger.info("activity ended: \(activity.title)")
        case .extensionChanged(let status):
            // A detail is a problem that the author of the extension, or of the panel's file, should know.
            logger.log(
                level: status.detail == nil ? .info : .warning,
                "extension '\(status.name)': \(status.state.rawValue)\(status.detail.map { ": \($0)" } ?? "")")
        case .gesture(let gesture, let button): logger.debug("\(gesture.rawValue) on button '\(button)'")
        case .pressAborted(let button): logger.notice("a press on button '\(button)' was given up")
        case .hintShown(let hint): logger.info("hint: \(hint)")
        case .performing(let kind): logger.debug("\(kind) performs")
        case .performed(let kind): logger.info("\(kind) performed")
        case .failed(let name, let reason):
            logger.warning("\(name) failed: \(reason)", metadata: Self.kind(of: name))
        case .refused(let kind, let reason): logger.notice("\(kind) refused: \(reason)")
        case .pending(let name): logger.info("\(name) waits for a PIN")
        case .pendingEnded(let name): logger.debug("\(name) waits no more")
        case .wrongPIN: logger.notice("a wrong PIN at the panel")
        case .unlockRefused(let reason): logger.notice("a PIN was not taken: \(reason)")
        case .lockoutBegan: logger.warning("too many wrong PINs: the pad takes none for a while")
        case .lockoutEnded: logger.notice("the pad takes PINs again")
        case .locked: logger.info("locked")
        case .unlocked: logger.info("unlocked")
        case .faultBegan(let fault):
            if fault.cause != openingProblem.map(PanelFault.Cause.store) { logger.error("fault: \(fault)") }
        case .faultEnded(let fault): logger.notice("mended: \(fault.part)")
        }
        switch event {
        case .faultBegan, .faultEnded: if let engine { manager.status(statusText(of: engine)) }
        default: break
        }
    }
}

extension ControlAction {
    /// Whether a toggle with this action can hand its line over to a toggle with the other action without a change.
    fileprivate func hasSameLine(as other: ControlAction) -> Bool {
        switch (self, other) {
        case (.toggleLine(let one, restore: _, maxTime: _), .toggleLine(let two, restore: _, maxTime: _)):
            one.line.name == two.line.name && one.line.isActiveLow == two.line.isActiveLow
                && one.failsActive == two.failsActive
        case (.toggleLine, _), (.pulse, _), (.timer, _), (.open, _), (.set, _), (.show, _), (.lock, _),
            (.handedOver, _):
            false
        }
    }
}

/// The text display when the daemon ends.
extension Daemon {
    /// The longest time that the end waits for the display, well below the service manager's stop timeout.
    private static let displayPatience = Duration.seconds(1)

    /// Calls `end` once a stopped display is blank, or after `displayPatience`. The display is blanked outside the
    /// event loop, and a stuck display never becomes blank.
    static func release(_ display: (any DisplaySink)?, then end: @escaping @PanelActor () -> Void) {
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
