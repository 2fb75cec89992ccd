import Configuration
import Controls
import EventLoop
import GPIO
import Gestures
import Logging
import Panel

/// A panel that runs until it is told to stop.
@PanelActor
final class Daemon {
    private let file: String
    private let logger: Logger
    private let scheduler: any Scheduler = EventLoop.panel
    private let manager = ServiceManager(scheduler: EventLoop.panel)
    private let drivenLines: DrivenLinesFile?
    private var engine: PanelEngine?
    private var status = ""
    private var stopped: CheckedContinuation<Void, Never>?

    init(file: String, runtimeDirectory: String?, logger: Logger) throws(DrivenLinesError) {
        self.file = file
        self.logger = logger
        if let runtimeDirectory {
            drivenLines = try DrivenLinesFile(path: runtimeDirectory + "/" + Safe.recordName)
        } else {
            drivenLines = nil
        }
    }

    /// Starts the panel and lets it run until a signal ends it.
    ///
    /// - Throws: `ConfigurationError` where the panel cannot start; nothing is left driven then.
    func run(_ signals: SignalDescriptor) async throws {
        let panel = try PanelFile.read(path: file)
        let engine = try start(panel)
        if drivenLines == nil {
            logger.notice("no runtime directory: 'holdfast safe' will not know what to do if this process is killed")
        }
        let watch = try EventLoop.panel.watch(signals.descriptor) { [weak self] _ in
            while let signal = signals.read() { self?.handle(signal) }
        }
        status = "\(panel.name): \(panel.summary)"
        logger.info("panel '\(panel.name)' runs: \(panel.summary)")
        manager.ready(status: statusText(of: engine))
        await withCheckedContinuation { stopped = $0 }
        watch.cancel()
        manager.stopping()
        self.engine?.stop()
        logger.info("stopped")
    }

    private func handle(_ signal: SignalDescriptor.Signal) {
        switch signal {
        case .terminate, .interrupt:
            stopped?.resume()
            stopped = nil
        case .reload:
            reload()
        }
    }

    private func start(
        _ panel: PanelDescription, resuming states: [String: Bool] = [:]
    ) throws(ConfigurationError) -> PanelEngine {
        let board = try Boards.makeBoard(for: panel, scheduler: scheduler)
        let engine = PanelEngine(panel, board: board, scheduler: scheduler, drivenLines: drivenLines)
        engine.observe { [weak self] in self?.note($0) }
        try engine.start(resuming: states)
        self.engine = engine
        for fault in engine.faults { logger.error("fault: \(fault)") }
        return engine
    }

    // MARK: Reading the file again

    /// A file that cannot be read, or a panel that cannot start, leaves the panel as it was.
    private func reload() {
        guard let old = engine else { return }
        manager.reloading(status: "Reading \(file)")
        do throws(ConfigurationError) {
            let panel = try PanelFile.read(path: file)
            try replace(old, with: panel)
            status = "\(panel.name): \(panel.summary)"
            logger.info("panel '\(panel.name)' read again: \(panel.summary)")
        } catch {
            logger.error("\(error.description)\n\(file) cannot be used; the panel goes on as it was")
            status = "\(old.description.name): goes on as it was; \(file) has errors"
        }
        if let engine { manager.ready(status: statusText(of: engine)) }
    }

    private func replace(_ old: PanelEngine, with panel: PanelDescription) throws(ConfigurationError) {
        // What stays the same goes on as it is: its line is given over without an edge.
        let kept = panel.controls.filter { control in
            old.description.controls.contains { $0.kind == control.kind && $0.action.hasSameLine(as: control.action) }
        }
        let states = old.stop(keeping: Set(kept.map(\.kind)))
        do throws(ConfigurationError) {
            _ = try start(panel, resuming: states)
        } catch {
            do throws(ConfigurationError) {
                _ = try start(old.description, resuming: states)
            } catch let second {
                // Somebody took a line in between: no panel is left, and the manager starts a new one.
                logger.critical("the old panel does not start any more either:\n\(second.description)")
                engine = nil
                stopped?.resume()
                stopped = nil
            }
            throw error
        }
    }

    // MARK: Telling

    private func statusText(of engine: PanelEngine) -> String {
        engine.faults.isEmpty ? status : "\(status); fault: \(engine.faults.map(\.description).joined(separator: "; "))"
    }

    private func note(_ event: PanelEvent) {
        switch event {
        case .buttonPressed, .buttonReleased, .hintEnded, .statusShown, .statusEnded, .lightChanged: break
        case .controlChanged(let snapshot): logger.debug("\(snapshot.kind) changed: \(snapshot.valueText ?? "")")
        case .gesture(let gesture, let button): logger.debug("\(gesture.rawValue) on button '\(button)'")
        case .pressAborted(let button): logger.notice("a press on button '\(button)' was given up: edges were lost")
        case .hintShown(let hint): logger.info("hint: \(hint)")
        case .performing(let kind): logger.debug("\(kind) performs")
        case .performed(let kind): logger.info("\(kind) performed")
        case .failed(let kind, let reason): logger.warning("\(kind) failed: \(reason)")
        case .refused(let kind, let reason): logger.notice("\(kind) refused: \(reason)")
        case .faultBegan(let fault): logger.error("fault: \(fault)")
        case .faultEnded(let fault): logger.notice("mended: \(fault.part)")
        }
        switch event {
        case .faultBegan, .faultEnded: if let engine { manager.status(statusText(of: engine)) }
        default: break
        }
    }
}

extension ControlAction {
    /// Whether a toggle of the one can hand its line to the other as it is.
    fileprivate func hasSameLine(as other: ControlAction) -> Bool {
        switch (self, other) {
        case (.toggleLine(let one), .toggleLine(let two)):
            one.name == two.name && one.isActiveLow == two.isActiveLow
        case (.pulse, _), (_, .pulse): false
        }
    }
}
