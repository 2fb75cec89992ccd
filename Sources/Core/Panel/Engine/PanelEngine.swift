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
    let lines: PanelLines
    let scheduler: any Scheduler
    let reports: PanelReports
    let controls: ControlSet
    let gate: AccessGate
    let surfaces: PanelSurfaces
    let executor: Executor
    let desk: LockDesk
    let lists: ClientLists
    private let notifier: Notifier
    let inputs: PanelInputs
    let roster: ExtensionRoster
    /// When the panel started, before all reloads of its file.
    public private(set) var startTime: MonotonicInstant?

    /// The panel's file, combined with the user-made layout.
    public var description: PanelDescription { controls.description }

    /// Creates a panel without touching any line.
    ///
    /// - Parameters:
    ///   - display: the text display, if the panel's file has one; without it, a display in memory.
    ///   - clock: the clock for dimmed hours; without it, no light is dimmed.
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
        extensions: [String: any ExtensionService] = [:], developerMode: Bool = false
    ) {
        self.scheduler = scheduler
        let memory = memory ?? PanelMemory(scheduler: scheduler)
        let limits = TimeLimits(developerMode: developerMode)
        lines = PanelLines(board: board, record: drivenLines)
        reports = PanelReports(lock: lock, scheduler: scheduler)
        let hosts = description.allExtensions.map { grant in
            ExtensionHost(
                grant, service: extensions[grant.name], limits: limits, scheduler: scheduler)
        }
        controls = ControlSet(
            description,
            ControlFactory(lines: lines, memory: memory, hosts: hosts, scheduler: scheduler), reports)
        gate = AccessGate(lock: lock, controls: controls)
        surfaces = PanelSurfaces(
            gate, controls, lines, reports, leds: leds, display: display, clock: clock, memory: memory,
            scheduler: scheduler)
        executor = Executor(gate, surfaces, reports, limits: limits, scheduler: scheduler)
        notifier = Notifier(controls, scheduler: scheduler)
        desk = LockDesk(gate, controls, surfaces, executor.performances, notifier, reports, scheduler: scheduler)
        inputs = PanelInputs(
            gate, controls, surfaces, executor, desk, reports, board: board, scheduler: scheduler,
            makeKeypad: keypads ?? { EvdevKeypad(path: $0, scheduler: scheduler) })
        roster = ExtensionRoster(
            controls, PushTokens(memory.store), reports, scheduler: scheduler)
        lists = ClientLists(
            gate, surfaces.lights, executor.intents.list, faults: reports.faults, limits: limits, scheduler: scheduler)
        connectParts()
    }

    /// The calls from a part to the parts above it, in their orders.
    private func connectParts() {
        let (surfaces, executor, notifier) = (surfaces, executor, notifier)
        reports.events.onEvent = { [weak displays = surfaces.displays] in displays?.note($0) }
        surfaces.displays.question = { [weak executor] in executor?.performances.questions(as: $0).first?.text }
        controls.onChange = { [weak executor, weak lights = surfaces.lights, weak roster] slot, run in
            lights?.show(slot)
            roster?.controlChanged(slot)
            executor?.interlocks.enforce(with: slot, after: run)
        }
        controls.onTimerEnd = { [weak executor] in executor?.perform($0, by: .consequence($1)) }
        reports.faults.onChange = { [weak tester = surfaces.tester, weak lights = surfaces.lights, weak notifier] in
            // A light test must not hide a fault.
            if $1 { tester?.end("something broke: \($0)") }
            lights?.faultChanged($0, isBroken: $1)
            if $1 { notifier?.notify($0) }
        }
        surfaces.sounds.onPlay = { [weak executor] in executor?.perform($0, by: .itself, completion: $1) }
        notifier.onSend = { [weak executor] in executor?.perform($0, by: $1, completion: $2) }
        roster.onQuestion = { [weak executor] in executor?.performances.ask($0, dialog: $1, completion: $2) }
        roster.onProgress = { [weak executor] in executor?.performances.progress(of: $0, $1) }
        roster.onReady = { notifier.sendWaiting() }
        roster.onRemoval = { [weak executor] in executor?.interlocks.controlsChanged() }
    }

    // MARK: Starting and stopping

    /// Takes all lines and starts the panel.
    ///
    /// If a line is not available, the panel keeps none, and reports all problems at once. A line whose chip is missing
    /// is a fault instead, and is requested when the chip appears.
    ///
    /// - Parameters:
    ///   - states: the toggles' states left by the previous engine, by kind.
    ///   - start: the start of the previous engine, whose file is read again.
    /// - Throws: all problems, each with its position in the panel's file.
    public func start(
        resuming states: [String: Bool] = [:], since start: MonotonicInstant? = nil
    ) throws(ConfigurationError) {
        // All lines are located first: a panel that cannot start must not drive some of its lines for a moment.
        let (places, missing) = try lines.locate(startOf: description)
        var problems = StartProblems(description, missing: missing)
        inputs.attach(&problems)
        if problems.isEmpty { lines.record(description.outputs, at: places, &problems) }
        if problems.isEmpty {
            controls.attach(resuming: states, &problems)
            surfaces.lights.attach(&problems)
            surfaces.sounds.attach(&problems)
        }
        guard problems.isEmpty else {
            stop()
            throw problems.error
        }
        startTime = start ?? scheduler.now
        // Lights come first: they show the controls' states and the buttons' faults.
        surfaces.lights.connect()
        controls.connect(show: surfaces.lights.show)
        controls.makeDelegated()
        surfaces.sounds.makeDelegated()
        notifier.start()
        inputs.connect()
        watchLines()
        desk.connect()
        surfaces.displays.attach()
        reportMissingLines()
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
        lines.board.chipsChanged = nil
        executor.stop()
        // Before the extensions: a notification that waits for its intent would begin on the stopping panel.
        notifier.stop()
        desk.disconnect()
        surfaces.tester.end("the panel has stopped, or is read again")
        roster.stop()
        let states = controls.stop(keeping: kept, &stillDriven)
        executor.interlocks.stop()
        surfaces.sounds.stop(&stillDriven)
        controls.endDelegated()
        roster.endChanges()
        inputs.release()
        surfaces.lights.stop(&stillDriven)
        surfaces.displays.detach()
        controls.removeAll()
        reports.faults.removeAll()
        reports.activities.removeAll()
        lines.forget(keeping: stillDriven)
        return states
    }

    /// Makes the toggles' lines inactive that `stop(keeping:)` left active, after a failed start of the next panel.
    public func makeSafe(_ states: [String: Bool]) {
        lines.makeSafe(description.controls.filter { states[$0.kind] == true }.compactMap(\.action.output))
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

    /// Whether two names are those of one line of the board, such as a number of a Raspberry Pi's header and the kernel's
    /// name for it.
    package func isSameLine(_ line: LineDescription, as other: LineDescription) -> Bool { lines.isSame(line, other) }

    /// Checks whether the panel could become another one on the same board, as far as that is known without a change.
    ///
    /// - Throws: all problems, each with its position in the panel's file.
    public func checkChange(to panel: PanelDescription) throws(ConfigurationError) {
        if panel.board == description.board { try lines.check(panel, replacing: description) }
    }

    /// Takes over the known lines of another panel of this process: such a line is on a missing chip if it cannot be
    /// found.
    public func know(linesOf other: PanelEngine) {
        lines.know(other.lines, of: other.description)
    }

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
        roster.placementsChanged(of: changed)
    }

    // MARK: Observing

    /// Calls `observer` on the loop with each event from now on.
    ///
    /// - Parameter viewpoint: the audience; events that it may not see are left out or redacted.
    /// - Returns: a number that identifies the observer for `removeObserver`.
    @discardableResult
    public func observe(
        as viewpoint: Viewpoint = .panel, _ observer: @escaping @PanelActor (PanelEvent) -> Void
    ) -> Int {
        reports.events.observe(as: viewpoint, observer)
    }

    public func removeObserver(_ number: Int) { reports.events.remove(number) }

    /// The number of handled edges of all buttons; each may have woken the loop.
    public var wakeups: Int { inputs.wakeups }

    // MARK: Controls

    /// The controls' snapshots for people in front of the panel: the panel's own in the file's order, then those of
    /// extensions.
    public var snapshots: [ControlSnapshot] { controls.slots.map { $0.shown(isUnlocked) } }

    /// The snapshot of a control, by the control's key, kind, name or place.
    ///
    /// - Parameter viewpoint: the audience.
    public func snapshot(of control: String, as viewpoint: Viewpoint = .panel) -> ControlSnapshot? {
        controls[control]?.shown(gate.sees(viewpoint))
    }

    /// Reloads a control's current state and shows it (C42); a kind reloads all its placements.
    ///
    /// - Returns: `false` if the control does not exist.
    @discardableResult
    public func reload(_ control: String) -> Bool { controls.reload(control) }

    /// Reloads the current state of all controls.
    public func reloadAll() {
        for slot in controls.slots { controls.reload(slot) }
    }

    /// Performs a control as a hold does. A toggle goes to the requested state, otherwise to the opposite of its
    /// current one.
    ///
    /// - Parameters:
    ///   - control: the control's key, kind, name or place.
    ///   - isOn: the requested state of a toggle.
    ///   - answers: values of the intent's parameters by name, for this performance only (C24).
    ///   - requester: the origin of the request, whose rights decide.
    ///   - completion: called on the loop, once, with the outcome.
    /// - Returns: `false` if the control does not exist; `completion` is not called then.
    @discardableResult
    public func perform(
        _ control: String, isOn: Bool? = nil, answers: [String: IntentValue] = [:], by requester: Requester = .panel,
        completion: (@PanelActor (PerformOutcome) -> Void)? = nil
    ) -> Bool {
        guard let slot = controls[control] else { return false }
        executor.perform(slot, isOn: isOn, answers: answers, by: requester, completion: completion)
        return true
    }

    /// Called before each performance with the control's name; it can replace the performance by a simulated result, or
    /// return `nil`.
    public var performOverride: (@PanelActor (_ control: String) -> PerformOverride?)? {
        get { executor.override }
        set { executor.override = newValue }
    }

    /// The oldest unanswered question; `nil` if there is none.
    public var confirmation: String? { executor.performances.questions(as: .panel).first?.text }

    // MARK: Extensions

    /// The extensions' status, in the file's order.
    public var extensions: [ExtensionStatus] { roster.hosts.map(\.status) }

    /// The panel's services for extensions.
    public var services: any HostService { roster }

    /// The names of the extensions that a user's processes may speak for; without this function, none.
    public var extensionsOfUser: (@PanelActor (UInt32) -> [String])? {
        get { roster.extensionsOfUser }
        set { roster.extensionsOfUser = newValue }
    }

    /// The current activities, the oldest first (C29), as seen by people in front of the panel.
    public var activities: [ActivityState] { activities(as: .panel) }

    func activities(as viewpoint: Viewpoint) -> [ActivityState] {
        reports.activities.all(seesPrivate: gate.sees(viewpoint))
    }

    // MARK: Faults

    /// The panel's faults, the oldest first, as seen by people in front of the panel.
    public var faults: [PanelFault] { faults(as: .panel) }

    /// The panel's faults, the oldest first.
    ///
    /// - Parameter viewpoint: the audience.
    public func faults(as viewpoint: Viewpoint) -> [PanelFault] {
        reports.faults.all(seesPrivate: gate.sees(viewpoint))
    }

    /// Begins a fault; a previous fault of the same part is replaced.
    public func begin(_ fault: PanelFault) { reports.faults.begin(fault) }

    public func end(_ part: PanelFault.Part) { reports.faults.end(part) }

    // MARK: The lock

    /// Whether a person has unlocked the panel at its own PIN pad.
    public var isUnlocked: Bool { gate.isUnlocked }

    public func lockPanel() { gate.lock?.lock(by: .itself) }

    /// The time until the pad takes PINs again; `nil` if it takes them now.
    public var lockout: Duration? { gate.lock?.lockout }

    /// The prompt for a PIN, as far as it is shown.
    public var prompt: DisplayContent.Prompt? { desk.prompt }

    /// The name of the control that waits for a PIN.
    public var pendingControl: String? { executor.performances.pendingName }

    // MARK: Surfaces

    /// A light by its name in the file.
    public func light(_ name: String) -> Light? {
        surfaces.lights.slots.first { $0.description.name == name }?.light
    }

    /// The lights in the file's order.
    public var allLights: [Light] { surfaces.lights.slots.map(\.light) }

    /// A lit light's fraction of its full light output, from 0 to 1; less than 1 in the light's dimmed hours.
    public func dimming(of light: String) -> Double {
        surfaces.lights.slots.first { $0.description.name == light }?.led?.dimming ?? 1
    }

    /// Shows a meaning on lights for a time, and on the text display if `name` is `nil`.
    ///
    /// - Parameter name: the light; `nil` for all lights.
    /// - Returns: whether the light exists.
    @discardableResult
    public func show(_ meaning: LightMeaning, on name: String? = nil, for duration: Duration) -> Bool {
        surfaces.tester.show(meaning, on: name, for: duration)
    }

    /// The panel's own display; `nil` if the panel has none.
    public var displaySink: (any DisplaySink)? { surfaces.displays.sink }

    /// The current hint, as seen by people in front of the panel.
    public var hint: String? { surfaces.displays.hint(as: .panel) }

    /// The current status, as seen by people in front of the panel.
    public var status: String? { surfaces.displays.status(as: .panel) }
}
