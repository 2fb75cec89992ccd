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
///   edge ─ ButtonChannel ─ gesture ─┬─ tap  ─ hint
///                                   └─ hold ─ ControlSlot ─┬─ BuiltInControl ─ OutputChannel
///                                                 │        └─ ExtensionControl ─ ExtensionHost ─ another process
///                                                 └─ ControlSnapshot ─ LightSlot · observers
/// ```
/// From the edge to a built-in control's line, all steps are one call chain on the loop's thread.
@PanelActor
public final class PanelEngine {
    /// The panel's file, combined with the user-made layout.
    public internal(set) var description: PanelDescription
    let board: any Board
    let leds: any LEDClass
    /// The clock for dimmed hours; without it, no light is dimmed.
    let clock: (any LocalClock)?
    var dimmer: LightDimmer?
    let scheduler: any Scheduler
    let limits: TimeLimits

    var controls = ControlDirectory()
    var buttons: [ButtonChannel] = []
    var pads: [PadChannel] = []
    /// The pads whose start has failed, until their faults are reported.
    var padsThatFailed: [(PadChannel, KeypadError)] = []
    /// Makes the pads that are input devices.
    let makeKeypad: @PanelActor (_ path: String) -> any Keypad
    var lights: [LightSlot] = []
    /// The internal controls of delegated actions: `KEY.done`, `opened.TARGET`, `notify.OCCASION`.
    var errands: [ControlSlot] = []
    /// The buzzer; `nil` if the panel has no buzzer line.
    var buzzer: Buzzer?
    /// The internal control that speaks the current hint.
    var hintErrand: ControlSlot?
    var hintTimer: PanelTimer?
    /// The notifiers of all occasions, while the panel runs.
    var tellers: [NoticeTeller] = []
    /// The held buttons shown on the status lights, since their controls have no light.
    var holdsOnPanel: Set<String> = []
    /// The light test in progress.
    var lightTest: LightTest?
    let memory: any PanelMemory
    /// The kinds named in interlocks.
    let interlockedKinds: Set<String>
    let hosts: [ExtensionHost]
    /// The lines' addresses, and the record of driven lines.
    let lines: PanelLines
    /// The panel's observers.
    let events: PanelEvents
    /// The panel's faults.
    let faultList: FaultList
    /// The live activities, such as a countdown (C29).
    let activityList: ActivityList
    /// The texts that people read.
    let displays: Displays

    /// The performances in progress in extensions, by their IDs.
    var performances: [String: Performance] = [:]
    /// Stores the placements' push tokens (C45: tokens are stable over restarts).
    let layoutMemory: any LayoutMemory
    /// The intents that followed a performance, by their extension's name.
    var followingIntents: [String: [String: IntentReference]] = [:]
    /// The changes being applied to extensions' controls, by the extensions' names.
    var changes: [String: ExtensionChange] = [:]
    /// When the panel started.
    var startTime: MonotonicInstant?

    /// The panel's lock; `nil` if no user can unlock the panel.
    let lock: PanelLock?
    /// The control that waits for a PIN.
    var pending: PendingControl?
    /// The prompt for a PIN, as far as it is shown.
    public internal(set) var prompt: DisplayContent.Prompt?
    /// Removes the message about a wrong PIN.
    var promptTimer: PanelTimer?
    /// The lock's state at the last report.
    var (wasUnlocked, wasLockedOut) = (false, false)

    /// Called before each performance with the control's name; it can replace the performance by a simulated result, or
    /// return `nil`.
    public var performOverride: (@PanelActor (_ control: String) -> PerformOverride?)?

    /// The names of the extensions that a user's processes may speak for; without this function, none.
    public var extensionsOfUser: (@PanelActor (UInt32) -> [String])?

    /// The consumer name of the panel's lines, as shown by `gpioinfo` and `holdfast lines`.
    public static let consumer = "holdfast"

    /// Creates a panel without touching any line.
    ///
    /// - Parameters:
    ///   - board: the board with the lines.
    ///   - leds: the LEDs of the kernel.
    ///   - display: the text display, if the panel's file has one; without it, a display in memory.
    ///   - clock: the clock for dimmed hours; without it, no light is dimmed.
    ///   - scheduler: the panel's time.
    ///   - drivenLines: the record of driven lines, for the process that makes them safe after the panel.
    ///   - memory: stores states across restarts; without it, all states end with this panel.
    ///   - layoutMemory: stores push tokens across restarts; without it, the tokens end with this panel.
    ///   - lock: the panel's lock; without it, no user can unlock the panel.
    ///   - keypads: makes the PIN pads that are input devices, by path; without it, the kernel's devices are used.
    ///   - extensions: the extensions by their names in the file; a missing one never appears.
    ///   - developerMode: whether extensions have neither time limits nor reload limits (C43).
    public init(
        _ description: PanelDescription, board: any Board, leds: (any LEDClass)? = nil,
        display: (any DisplaySink)? = nil, clock: (any LocalClock)? = nil, scheduler: any Scheduler,
        drivenLines: DrivenLinesFile? = nil, memory: (any PanelMemory)? = nil,
        layoutMemory: (any LayoutMemory)? = nil, lock: PanelLock? = nil,
        keypads: (@PanelActor (_ path: String) -> any Keypad)? = nil,
        extensions: [String: any ExtensionService] = [:],
        developerMode: Bool = false
    ) {
        self.description = description
        self.board = board
        self.leds = leds ?? SimulatedLEDs()
        self.clock = clock
        self.scheduler = scheduler
        lines = PanelLines(board: board, record: drivenLines)
        self.lock = lock
        events = PanelEvents(lock: lock)
        faultList = FaultList(events: events)
        activityList = ActivityList(events: events, scheduler: scheduler)
        makeKeypad = keypads ?? { EvdevKeypad(path: $0, scheduler: scheduler) }
        interlockedKinds = Set(description.controls.flatMap(\.interlock))
        // Without a wall clock, the monotonic clock is enough for countdowns.
        self.memory =
            memory ?? VolatileMemory(scheduler: scheduler) { Double(scheduler.now.nanoseconds) / 1_000_000_000 }
        self.layoutMemory = layoutMemory ?? VolatileLayoutMemory()
        displays = Displays(
            description, sink: description.display.map { display ?? SimulatedDisplay(characters: $0.likelyCharacters) },
            Displays.Sources(
                lock: lock, events: events, faults: faultList, activities: activityList, clock: clock,
                wallClock: { [memory = self.memory] in memory.wallClock }), scheduler: scheduler)
        let limits = TimeLimits(developerMode: developerMode)
        self.limits = limits
        hosts = description.allExtensions.map { grant in
            ExtensionHost(
                grant, service: extensions[grant.name] ?? AbsentExtension(), limits: limits, scheduler: scheduler)
        }
        events.onEvent = { [weak displays] in displays?.note($0) }
        displays.question = { [weak self] in self?.waitingConfirmations(as: $0).first?.text }
        faultList.onChange = { [weak self] in self?.faultChanged($0, isBroken: $1) }
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
        events.observe(as: viewpoint, observer)
    }

    /// Removes an observer.
    public func removeObserver(_ number: Int) { events.remove(number) }

    /// Whether an audience sees private content now.
    func sees(_ viewpoint: Viewpoint) -> Bool { viewpoint.sees(isUnlocked) }

    /// The controls' snapshots for people in front of the panel: the panel's own in the file's order, then those of
    /// extensions.
    public var snapshots: [ControlSnapshot] { controls.slots.map { $0.shown(isUnlocked) } }

    /// The snapshot of a control, by the control's key, kind, name or place.
    ///
    /// - Parameter viewpoint: the audience.
    public func snapshot(of control: String, as viewpoint: Viewpoint = .panel) -> ControlSnapshot? {
        controls[control]?.shown(sees(viewpoint))
    }

    /// A light by its name in the file.
    public func light(_ name: String) -> Light? {
        lights.first { $0.description.name == name }?.light
    }

    /// The lights in the file's order.
    public var allLights: [Light] { lights.map(\.light) }

    /// The number of handled edges of all buttons; each may have woken the loop.
    public var wakeups: Int { buttons.reduce(0) { $0 + $1.wakeups } }

    func report(_ event: PanelEvent) { events.report(event, redacted: event) }

    func report(_ event: PanelEvent?, redacted: PanelEvent?) { events.report(event, redacted: redacted) }
}
