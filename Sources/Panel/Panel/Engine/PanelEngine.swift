import Configuration
import ControlModel
import EventLoop
import GPIO
import Indicators
import Keypads
import LocalAPI
import MonotonicTime

/// A running panel: buttons produce gestures, gestures perform controls, and lights show the controls' states.
///
/// ```
///   edge ─ ButtonChannel ─ gesture ─ PanelInputs ─┬─ tap  ─ hint ─ Displays
///                                                 └─ hold ─ Executor ─┬─ BuiltInControl ─ OutputChannel
///                                                                     └─ IntentRunner ─ ExtensionHost
///   ControlSet ─ new snapshot ─┬─ PanelEvents ─ observers
///                              ├─ PanelLights ─ LightSlot
///                              └─ Interlocks ─ Executor
/// ```
/// From the edge to a built-in control's line, all steps are one call chain on the loop's thread. The engine composes
/// the parts: each part owns its state, calls the parts below it, and reports to those above by `on…` closures.
@PanelActor
public final class PanelEngine {
    /// The consumer name of the panel's lines, as shown by `gpioinfo` and `holdfast lines`.
    public static let consumer = "holdfast"

    private let board: any Board
    private let lines: PanelLines
    let scheduler: any Scheduler
    let events: PanelEvents
    let faultList: FaultList
    let activityList: ActivityList
    let controls: ControlSet
    let gate: AccessGate
    let surfaces: PanelSurfaces
    let executor: Executor
    let desk: LockDesk
    let lists: ClientLists
    private let notifier: Notifier
    let inputs: PanelInputs
    let roster: ExtensionRoster
    private let tokens: PushTokens
    /// When the panel started.
    private(set) var startTime: MonotonicInstant?

    /// Creates a panel without touching any line.
    ///
    /// - Parameters:
    ///   - board: the board with the lines.
    ///   - leds: the LEDs of the kernel.
    ///   - display: the text display, if the panel's file has one; without it, a display in memory.
    ///   - clock: the clock for dimmed hours; without it, no light is dimmed.
    ///   - scheduler: the panel's time.
    ///   - drivenLines: the record of driven lines, for the process that makes them safe after the panel.
    ///   - memory: stores states and push tokens across restarts; without it, they end with this panel.
    ///   - lock: the panel's lock; without it, no user can unlock the panel.
    ///   - keypads: makes the PIN pads that are input devices, by path; without it, the kernel's devices are used.
    ///   - extensions: the extensions by their names in the file; a missing one never appears.
    ///   - developerMode: whether extensions have neither time limits nor reload limits (C43).
    public init(
        _ description: PanelDescription, board: any Board, leds: (any LEDClass)? = nil,
        display: (any DisplaySink)? = nil, clock: (any LocalClock)? = nil, scheduler: any Scheduler,
        drivenLines: DrivenLinesFile? = nil, memory: PanelMemory? = nil, lock: PanelLock? = nil,
        keypads: (@PanelActor (_ path: String) -> any Keypad)? = nil,
        extensions: [String: any ExtensionService] = [:],
        developerMode: Bool = false
    ) {
        self.board = board
        self.scheduler = scheduler
        let memory = memory ?? PanelMemory(scheduler: scheduler)
        let limits = TimeLimits(developerMode: developerMode)
        lines = PanelLines(board: board, record: drivenLines)
        events = PanelEvents(lock: lock)
        faultList = FaultList(events: events)
        activityList = ActivityList(events: events, scheduler: scheduler)
        let hosts = description.allExtensions.map { grant in
            ExtensionHost(
                grant, service: extensions[grant.name] ?? AbsentExtension(), limits: limits, scheduler: scheduler)
        }
        controls = ControlSet(
            description,
            ControlFactory(board: board, lines: lines, memory: memory, hosts: hosts, scheduler: scheduler),
            events: events, faults: faultList, activities: activityList)
        gate = AccessGate(lock, controls)
        surfaces = PanelSurfaces(
            gate, controls, lines, events: events, faults: faultList, activities: activityList, leds: leds,
            display: display, clock: clock, wallClock: { memory.wallClock }, scheduler: scheduler)
        executor = Executor(
            gate, controls, surfaces, events: events, faults: faultList, limits: limits, scheduler: scheduler)
        notifier = Notifier(controls, scheduler: scheduler)
        desk = LockDesk(
            gate, controls, surfaces, executor.pending, notifier, events: events, faults: faultList,
            scheduler: scheduler)
        inputs = PanelInputs(
            gate, controls, surfaces, executor, desk, board: board, events: events, faults: faultList,
            scheduler: scheduler, makeKeypad: keypads ?? { EvdevKeypad(path: $0, scheduler: scheduler) })
        tokens = PushTokens(memory.store)
        roster = ExtensionRoster(
            controls, tokens, events: events, faults: faultList, activities: activityList, scheduler: scheduler)
        lists = ClientLists(
            gate, controls, surfaces.lights, executor.intents.list, faults: faultList, limits: limits,
            scheduler: scheduler)
        connectParts()
    }

    /// The calls from a part to the parts above it, in their orders.
    private func connectParts() {
        let (surfaces, executor, notifier) = (surfaces, executor, notifier)
        events.onEvent = { [weak displays = surfaces.displays] in displays?.note($0) }
        surfaces.displays.question = { [weak executor] in executor?.questions.waiting(as: $0).first?.text }
        controls.onChange = { [weak executor, weak lights = surfaces.lights] slot, run in
            lights?.show(slot)
            executor?.interlocks.enforce(with: slot, after: run)
        }
        controls.onTimerEnd = { [weak executor] in executor?.perform($0, by: .consequence(allowed: $1)) }
        faultList.onChange = { [weak tester = surfaces.tester, weak lights = surfaces.lights, weak notifier] in
            // A light test must not hide a fault.
            if $1 { tester?.end("something broke: \($0)") }
            lights?.faultChanged($0, isBroken: $1)
            if $1 { notifier?.notify($0) }
        }
        surfaces.sounds.onPlay = { [weak executor] in executor?.perform($0, by: .itself, completion: $1) }
        notifier.onSend = { [weak executor] in executor?.perform($0, by: $1, completion: $2) }
        roster.onQuestion = { [weak executor] in executor?.ask(performance: $0, dialog: $1, completion: $2) }
        roster.onReady = { notifier.sendWaiting() }
        roster.onRemoval = { [weak executor] in executor?.interlocks.controlsChanged() }
    }

    // MARK: Starting and stopping

    /// Takes all lines and starts the panel.
    ///
    /// If a line is not available, the panel keeps none, and reports all problems at once. A line whose chip is missing
    /// is a fault instead, and is requested when the chip appears.
    ///
    /// - Parameter states: the toggles' states left by the previous engine, by kind.
    /// - Throws: all problems, each with its position in the panel's file.
    public func start(resuming states: [String: Bool] = [:]) throws(ConfigurationError) {
        // All lines are located first: a panel that cannot start must not drive some of its lines for a moment.
        let (places, missing) = try lines.locate(startOf: description)
        var problems = StartProblems(description, missing: missing)
        inputs.attach(&problems)
        if problems.isEmpty { lines.record(description.outputs, at: places, &problems) }
        if problems.isEmpty {
            controls.attach(resuming: states, &problems)
            surfaces.attach(&problems)
        }
        guard problems.isEmpty else {
            stop()
            throw problems.error
        }
        connect()
    }

    private func connect() {
        startTime = scheduler.now
        controls.watchTimes()
        // Lights come first: they show the controls' states and the buttons' faults.
        surfaces.connect()
        controls.connect(show: surfaces.lights.show)
        tokens.forget(allBut: controls)
        controls.makeDelegated()
        surfaces.sounds.makeDelegated()
        notifier.start()
        inputs.connect()
        board.chipsChanged = { [weak self] in self?.checkPresence() }
        desk.connect()
        surfaces.displays.attach()
        for output in outputChannels { output.tellIfMissing() }
        for input in inputChannels { input.tellIfMissing() }
        roster.start()
    }

    /// Stops the panel: makes its outputs inactive and releases all lines.
    ///
    /// A line that cannot be made inactive stays in the record of driven lines, for the process that makes lines safe
    /// afterwards.
    ///
    /// - Parameter kept: the kinds of toggles whose lines keep their levels, for a panel that starts at once.
    /// - Returns: the states of these toggles, for that panel's `start`.
    @discardableResult
    public func stop(keeping kept: Set<String> = []) -> [String: Bool] {
        var stillDriven: Set<LineDescription> = []
        board.chipsChanged = nil
        executor.stop()
        desk.disconnect()
        surfaces.tester.end("the panel has stopped, or is read again")
        roster.stop()
        let states = controls.stop(keeping: kept, &stillDriven)
        executor.interlocks.stop()
        surfaces.sounds.stop(&stillDriven)
        controls.endDelegated()
        roster.endChanges()
        inputs.release()
        surfaces.stop(&stillDriven)
        notifier.stop()
        controls.removeAll()
        faultList.removeAll()
        activityList.removeAll()
        lines.forget(keeping: stillDriven)
        return states
    }

    /// Makes the toggles' lines inactive that `stop(keeping:)` left active, after a failed start of the next panel.
    public func makeSafe(_ states: [String: Bool]) {
        for control in description.controls where states[control.kind] == true {
            guard let described = control.action.output else { continue }
            let output = lines.makeOutput(described)
            // A line that cannot be requested belongs to another program by now, or stays in the record.
            try? output.attach(isActive: described.failsActive)
            output.release()
        }
    }

    // MARK: Lines

    /// Checks whether the panel's lines are available, as far as possible without requesting them.
    ///
    /// A missing chip is an error here, since the running panel works better. Lines that the predecessor misses, too,
    /// are accepted.
    ///
    /// - Parameter predecessor: a panel that stops before this one starts, so that its lines count as free.
    /// - Throws: all problems, each with its position in the panel's file.
    public func check(replacing predecessor: PanelEngine? = nil) throws(ConfigurationError) {
        if let predecessor { know(linesOf: predecessor) }
        try lines.check(description, replacing: predecessor?.description)
    }

    /// Takes over the known lines of another panel of this process: such a line is on a missing chip if it cannot be
    /// found.
    public func know(linesOf other: PanelEngine) {
        lines.know(other.lines, of: other.description)
    }

    /// Checks all lines after chips have come or gone: lost lines are detected, and returned lines are requested again.
    private func checkPresence() {
        let unrecorded = lines.recordFound(description.outputs)
        for output in outputChannels {
            if let error = unrecorded[output.line] { output.refuse(error) } else { output.checkPresence() }
        }
        for input in inputChannels { input.checkPresence() }
        controls.tellMissingLines()
        inputs.checkPads()
    }

    /// The output channels; lights come before the controls that they show.
    private var outputChannels: [OutputChannel] { surfaces.channels + controls.slots.flatMap(\.outputs) }

    private var inputChannels: [InputChannel] {
        controls.slots.compactMap { $0.sensor?.input } + inputs.channels
    }

    // MARK: Layout

    /// Changes the layout while the panel runs. Controls that remain in their places continue without an interruption,
    /// and so do performances. Only a performance of a control without a place ends.
    ///
    /// - Parameter panel: the same panel with other actions of buttons, controls of lights and contents of lists.
    public func rearrange(as panel: PanelDescription) {
        let changed = controls.arrange(as: panel) { [executor] in
            executor.end($0, "it was taken away; whether it was done is not known")
        }
        surfaces.lights.arrange(panel.lights)
        inputs.arrange(panel.buttons)
        surfaces.lights.arrangeButtons()
        executor.interlocks.controlsChanged()
        tokens.forget(allBut: controls)
        roster.placementsChanged(of: changed)
    }
}
