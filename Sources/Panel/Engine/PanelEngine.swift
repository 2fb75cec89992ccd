import Configuration
import Controls
import EventLoop
import GPIO
import Indicators
import MonotonicTime

/// One panel at work: buttons bring gestures, gestures perform controls, lights show what is so.
///
/// ```
///   edge ─ ButtonChannel ─ gesture ─┬─ tap  ─ hint
///                                   └─ hold ─ ControlSlot ─ BuiltInControl ─ OutputChannel
///                                                 └─ ControlSnapshot ─ LightSlot · observers
/// ```
/// From the edge to the output's line all of it is one call chain on the loop's thread.
@PanelActor
public final class PanelEngine {
    /// What the panel's file says.
    public let description: PanelDescription
    let board: any Board
    let scheduler: any Scheduler

    var controls: [ControlSlot] = []
    var buttons: [ButtonChannel] = []
    var lights: [LightSlot] = []
    private var observers: [@PanelActor (PanelEvent) -> Void] = []
    private let drivenLines: DrivenLinesFile?
    private var drivenAddresses: [LineAddress] = []

    var hintText: MomentaryText?
    var statusText: MomentaryText?

    /// What is broken, the oldest first.
    public internal(set) var faults: [PanelFault] = []

    /// How long a control may take to perform (C26).
    static let performLimit = Duration.seconds(30)

    /// Asked before each performance what a rehearsal wants in its place; `nil` answers: nothing.
    public var performOverride: (@PanelActor (_ kind: String) -> PerformOverride?)?

    /// The name by which the panel's lines are known to others (`gpioinfo`, `holdfast lines`).
    public static let consumer = "holdfast"

    /// A panel that has not started: no line is touched yet.
    ///
    /// - Parameters:
    ///   - board: where the lines are.
    ///   - scheduler: the panel's time.
    ///   - drivenLines: keeps a record of the lines that the panel drives, for whoever must make them safe after it.
    public init(
        _ description: PanelDescription, board: any Board, scheduler: any Scheduler,
        drivenLines: DrivenLinesFile? = nil
    ) {
        self.description = description
        self.board = board
        self.scheduler = scheduler
        self.drivenLines = drivenLines
        hintText = MomentaryText(scheduler: scheduler) { [weak self] in self?.report(.hintEnded) }
        statusText = MomentaryText(scheduler: scheduler) { [weak self] in self?.report(.statusEnded) }
    }

    // MARK: Starting and stopping

    /// Takes all lines and begins. Where one cannot be had none is kept, and all that is wrong is reported at once.
    ///
    /// - Parameter states: toggles that shall start on, by kind: as they were left by the panel before this one.
    /// - Throws: what is wrong, each with its place in the panel's file.
    public func start(resuming states: [String: Bool] = [:]) throws(ConfigurationError) {
        var diagnostics: [Diagnostic] = []
        func attempt(_ position: SourcePosition, _ body: () throws(GPIOError) -> Void) {
            do throws(GPIOError) {
                try body()
            } catch {
                let place = error.concernsBoard ? description.boardPosition ?? position : position
                let diagnostic = Diagnostic(severity: .error, position: place, message: error.description)
                if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
            }
        }
        // On record before it is driven: from then on somebody else can make it safe.
        var driven: [DrivenLine] = []
        for line in outputLines {
            attempt(line.position) { () throws(GPIOError) in
                for address in try board.addresses(of: [line.name]) {
                    driven.append(DrivenLine(address: address, isActiveLow: line.isActiveLow))
                }
            }
        }
        if diagnostics.isEmpty, let drivenLines {
            do throws(DrivenLinesError) {
                try drivenLines.add(driven)
                drivenAddresses = driven.map(\.address)
            } catch {
                diagnostics.append(Diagnostic(severity: .error, position: fileStart, message: error.description))
            }
        }
        if diagnostics.isEmpty {
            for control in description.controls {
                let slot = ControlSlot(description: control, control: makeControl(control))
                attempt(control.action.line.position) { () throws(GPIOError) in
                    do throws(PerformFailure) {
                        try slot.control.attach(resuming: states[control.kind])
                    } catch {
                        if case .line(let cause) = error { throw cause }
                    }
                }
                controls.append(slot)
            }
            for light in description.lights {
                let output = makeOutput(light.line)
                attempt(light.line.position) { () throws(GPIOError) in try output.attach(isActive: false) }
                lights.append(LightSlot(description: light, sink: LineLight(output: output), scheduler: scheduler))
            }
            for button in description.buttons {
                let channel = ButtonChannel(
                    description: button, board: board, scheduler: scheduler, consumer: Self.consumer)
                buttons.append(channel)
                attempt(button.line.position) { () throws(GPIOError) in try channel.attach() }
            }
        }
        guard diagnostics.isEmpty else {
            stop()
            throw ConfigurationError(diagnostics: diagnostics)
        }
        connect()
    }

    /// Ends everything: outputs are made inactive and all lines given back.
    ///
    /// - Parameter kept: kinds of toggles whose lines go on as they are, for a panel that follows at once.
    /// - Returns: the states of those toggles, to `start` that panel with.
    @discardableResult
    public func stop(keeping kept: Set<String> = []) -> [String: Bool] {
        board.chipsChanged = nil
        hintText?.clear()
        statusText?.clear()
        var states: [String: Bool] = [:]
        for slot in controls {
            slot.run?.timer.cancel()
            slot.run = nil
            slot.control.changed = nil
            for output in slot.control.outputs {
                output.lost = nil
                output.returned = nil
            }
            if kept.contains(slot.description.kind), let isOn = slot.control.isOn {
                states[slot.description.kind] = isOn
            } else if slot.control.outputs.allSatisfy(\.isHeld) {
                slot.control.makeSafe()
            }
            for output in slot.control.outputs { output.release() }
        }
        for slot in lights {
            slot.light.stop()
            slot.sink.output.release()
        }
        for button in buttons { button.release() }
        controls = []
        lights = []
        buttons = []
        faults = []
        // A panel that follows takes the kept lines over, and their entries with them. Where the record cannot be
        // written it names lines too many, which are inactive: no harm is done by making them so again.
        if kept.isEmpty { try? drivenLines?.remove(drivenAddresses) }
        return states
    }

    private func connect() {
        for slot in controls {
            slot.control.changed = { [weak self, unowned slot] in self?.refresh(slot) }
            for output in slot.control.outputs {
                output.lost = { [weak self, unowned slot] error in self?.lost(slot, error) }
                output.returned = { [weak self, unowned slot] in self?.returned(slot) }
            }
            refresh(slot)
        }
        for slot in lights { connect(slot) }
        for button in buttons { connect(button) }
        board.chipsChanged = { [weak self] in self?.checkPresence() }
        for slot in controls { showState(of: slot) }
    }

    // MARK: Observing

    /// Calls `observer` on the loop with everything that happens from now on.
    public func observe(_ observer: @escaping @PanelActor (PanelEvent) -> Void) {
        observers.append(observer)
    }

    /// What is shown of the controls, in the file's order.
    public var snapshots: [ControlSnapshot] { controls.map(\.snapshot) }

    /// What is shown of one control, by key or kind.
    public func snapshot(of control: String) -> ControlSnapshot? {
        slot(control)?.snapshot
    }

    /// A light, by name.
    public func light(_ name: String) -> Light? {
        lights.first { $0.description.name == name }?.light
    }

    /// The lights, in the file's order.
    public var allLights: [Light] { lights.map(\.light) }

    /// The hint that is shown now.
    public var hint: String? { hintText?.text }

    /// The status that is shown now.
    public var status: String? { statusText?.text }

    /// How many edges of buttons were handled: each may have woken the loop.
    public var wakeups: Int { buttons.reduce(0) { $0 + $1.wakeups } }

    func report(_ event: PanelEvent) {
        for observer in observers { observer(event) }
    }

    func slot(_ control: String) -> ControlSlot? {
        controls.first { $0.description.kind == control || $0.description.key == control }
    }

    // MARK: Making

    private var fileStart: SourcePosition { SourcePosition(file: description.file, line: 1, column: 1) }

    /// The lines that the panel drives.
    private var outputLines: [LineDescription] {
        description.controls.map(\.action.line) + description.lights.map(\.line)
    }

    private func makeOutput(_ line: LineDescription) -> OutputChannel {
        OutputChannel(line: line, board: board, consumer: Self.consumer)
    }

    private func makeControl(_ control: ControlDescription) -> any BuiltInControl {
        switch control.action {
        case .toggleLine(let line):
            LineToggle(output: makeOutput(line))
        case .pulse(let line, let duration):
            PulseButton(output: makeOutput(line), duration: duration, scheduler: scheduler)
        }
    }
}
