import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// What a panel shows, and what a program may ask of it: the interface for panel scripts, tests and the daemon.
extension PanelEngine {
    /// The panel's file, combined with the user-made layout.
    public var description: PanelDescription { controls.description }

    // MARK: Observing

    /// Calls `observer` on the loop with each event from now on.
    ///
    /// - Parameter viewpoint: the audience; events that it may not see are left out or redacted.
    /// - Returns: a number that identifies the observer for `removeObserver`.
    @discardableResult
    public func observe(
        as viewpoint: Viewpoint = .panel, _ observer: @escaping @PanelActor (PanelEvent) -> Void
    ) -> Int {
        events.observe(as: viewpoint, observer)
    }

    /// Removes an observer.
    public func removeObserver(_ number: Int) { events.remove(number) }

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

    /// The last 200 states of a control, the oldest first; empty for an unknown control.
    ///
    /// The states are kept in memory only.
    ///
    /// - Parameter viewpoint: the audience; viewers who may not see private content get the redacted states.
    public func changes(of control: String, as viewpoint: Viewpoint = .panel) -> [ControlChange] {
        controls[control]?.changes.list(gate.sees(viewpoint)) ?? []
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
    ///   - completion: called on the loop, once, with the outcome.
    /// - Returns: `false` if the control does not exist; `completion` is not called then.
    @discardableResult
    public func perform(
        _ control: String, isOn: Bool? = nil, answers: [String: IntentValue] = [:],
        completion: (@PanelActor (PerformOutcome) -> Void)? = nil
    ) -> Bool {
        perform(control, isOn: isOn, answers: answers, by: .panel, completion: completion)
    }

    func perform(
        _ control: String, isOn: Bool? = nil, answers: [String: IntentValue] = [:], by requester: Requester,
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
    public var confirmation: String? { executor.questions.waiting(as: .panel).first?.text }

    /// Answers a control's question, for a user in front of the panel.
    ///
    /// - Returns: `false` if the control has no question or the user needs a PIN.
    @discardableResult
    public func confirm(_ control: String, isConfirmed: Bool) -> Bool {
        executor.questions.confirm(control, isConfirmed: isConfirmed, by: .panel) == nil
    }

    /// Performs controls for programs, by their fresh states.
    var freshPerformer: FreshPerformer {
        FreshPerformer(controls: controls, executor: executor, scheduler: scheduler)
    }

    // MARK: Intents and extensions

    /// The intents that can be run by name (C28: discoverable ones). They are the intents of the extensions' controls
    /// and the intents that followed them.
    public var intents: [ListedIntent] { lists.intents.intents(as: .authenticated) }

    /// Runs an intent by its name with these parameter values, for a user in front of the panel.
    ///
    /// - Returns: `false` if no such intent can be run by name; `completion` is not called then.
    @discardableResult
    public func run(
        intent name: String, parameters: [String: IntentValue] = [:],
        completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        executor.intents.run(intent: name, parameters: parameters, by: .panel, completion: completion)
    }

    /// The extensions' status, in the file's order.
    public var extensions: [ExtensionStatus] { roster.statuses }

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
        activityList.all(seesPrivate: gate.sees(viewpoint))
    }

    // MARK: Faults

    /// The panel's faults, the oldest first, as seen by people in front of the panel.
    public var faults: [PanelFault] { faults(as: .panel) }

    /// The panel's faults, the oldest first.
    ///
    /// - Parameter viewpoint: the audience.
    public func faults(as viewpoint: Viewpoint) -> [PanelFault] {
        faultList.all(seesPrivate: gate.sees(viewpoint))
    }

    /// Begins a fault; a previous fault of the same part is replaced.
    public func begin(_ fault: PanelFault) { faultList.begin(fault) }

    /// Ends the fault of a part, if any.
    public func end(_ part: PanelFault.Part) { faultList.end(part) }

    // MARK: The lock

    /// Whether a person has unlocked the panel at its own PIN pad.
    public var isUnlocked: Bool { gate.isUnlocked }

    /// Locks the panel.
    public func lockPanel() { gate.lock?.lock(by: .itself) }

    /// The time until the pad takes PINs again; `nil` if it takes them now.
    public var lockout: Duration? { gate.lock?.lockout }

    /// The prompt for a PIN, as far as it is shown.
    public var prompt: DisplayContent.Prompt? { desk.prompt }

    /// The name of the control that waits for a PIN.
    public var pendingControl: String? { executor.pending.name }

    // MARK: Surfaces

    /// A light by its name in the file.
    public func light(_ name: String) -> Light? {
        surfaces.lights.slots.first { $0.description.name == name }?.light
    }

    /// The lights in the file's order.
    public var allLights: [Light] { surfaces.lights.slots.map(\.light) }

    /// A lit light's fraction of its full light output, from 0 to 1; less than 1 in the light's dimmed hours.
    public func dimming(of light: String) -> Double {
        surfaces.lights.slots.first { $0.description.name == light }?.sink.dimming ?? 1
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

    /// The rows of the panel's own display; `nil` if the panel has no display or the display is absent.
    public var displayRows: [String]? { displaySink?.shown?.texts }

    /// The current hint, as seen by people in front of the panel.
    public var hint: String? { surfaces.displays.hint(as: .panel) }

    /// The current status, as seen by people in front of the panel.
    public var status: String? { surfaces.displays.status(as: .panel) }
}
