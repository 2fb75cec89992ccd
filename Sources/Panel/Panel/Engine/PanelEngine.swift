import Configuration
import ControlModel
import EventLoop
import GPIO
import Indicators
import Keypads
import LocalAPI
import MonotonicTime

/// One panel at work: buttons bring gestures, gestures perform controls, lights show what is so.
///
/// ```
///   edge ─ ButtonChannel ─ gesture ─┬─ tap  ─ hint
///                                   └─ hold ─ ControlSlot ─┬─ BuiltInControl ─ OutputChannel
///                                                 │        └─ ExtensionControl ─ ExtensionHost ─ another process
///                                                 └─ ControlSnapshot ─ LightSlot · observers
/// ```
/// From the edge to a built-in control's line all of it is one call chain on the loop's thread.
@PanelActor
public final class PanelEngine {
    /// What the panel's file says, with the layout as people have made it.
    public internal(set) var description: PanelDescription
    let board: any Board
    let leds: any LEDClass
    /// `nil` where no light is dimmed by the hour.
    let clock: (any LocalClock)?
    var dimmer: LightDimmer?
    let scheduler: any Scheduler
    let limits: TimeLimits

    var controls = ControlDirectory()
    var buttons: [ButtonChannel] = []
    var pads: [PadChannel] = []
    /// Those that were not there at the start.
    var padsThatFailed: [(PadChannel, KeypadError)] = []
    /// Makes those that are input devices.
    let makeKeypad: @PanelActor (_ path: String) -> any Keypad
    var lights: [LightSlot] = []
    /// What is carried out besides controls, called by what it follows: `KEY.done`, `opened.TARGET`, `notify.OCCASION`.
    var errands: [ControlSlot] = []
    /// What is heard, where a line is for that.
    var buzzer: Buzzer?
    /// What speaks a hint now.
    var hintErrand: ControlSlot?
    var hintTimer: PanelTimer?
    /// Who tells people of what happens, while the panel runs.
    var tellers: [NoticeTeller] = []
    /// The buttons whose holds the panel's lights show: those of controls without a light.
    var holdsOnPanel: Set<String> = []
    /// What a person looks at, if lights work.
    var lightTest: LightTest?
    let memory: any PanelMemory
    /// The kinds beside which something must not be on.
    let interlockedKinds: Set<String>
    let hosts: [ExtensionHost]
    /// What is told once something else has been; `nil`: everything is told at once.
    private var heldBack: [(event: PanelEvent?, redacted: PanelEvent?)]?
    private var observers: [(number: Int, viewpoint: Viewpoint, observer: @PanelActor (PanelEvent) -> Void)] = []
    private var lastObserver = 0
    let drivenLines: DrivenLinesFile?
    /// Where the lines are that this panel has put on record as driven.
    var driven: [LineDescription: LineAddress] = [:]
    /// The names of lines that this panel, or one before it, has found: a chip that had one and is not there is missing.
    var knownLines: Set<String> = []

    /// The panel's own text display; `nil` where it has none.
    public let displaySink: (any DisplaySink)?
    /// Everybody who looks at what text displays show, the panel's own among them.
    var displayViews: [DisplayView] = []
    /// Ends what a rehearsed lock says there.
    var rehearsal: PanelTimer?
    /// What the lock says there.
    var displayFace = DisplayFace()
    /// When activities end, as displays count down to it, by their identities.
    var displayEnds: [String: MonotonicInstant] = [:]

    /// The last performances.
    var history = PanelHistory()
    /// The open history view, which displays show until the next press; `nil` while it is closed.
    var historyView: PanelHistory.View?

    var hintText: MomentaryText?
    var statusText: MomentaryText?

    /// The performances that extensions carry out now, by their names.
    var performances: [String: Performance] = [:]
    /// What goes on, the oldest first (C29).
    var shownActivities: [ShownActivity] = []
    var activityTimer: PanelTimer?
    /// Keeps the placements' push tokens (C45).
    let layoutMemory: any LayoutMemory
    /// The intents that a performance was followed by, by their extension's name.
    var followingIntents: [String: [String: IntentReference]] = [:]
    /// The extensions whose controls are being brought up to date, by their names.
    var changes: [String: ExtensionChange] = [:]
    /// When the panel started.
    var startTime: MonotonicInstant?

    /// Who may unlock it; `nil` where nobody can.
    let lock: PanelLock?
    /// What waits for a PIN.
    var pending: PendingControl?
    /// What is being typed, as far as that is shown.
    public internal(set) var prompt: DisplayContent.Prompt?
    /// Takes it away that a PIN was wrong.
    var promptTimer: PanelTimer?
    /// How the lock was when that was last told.
    var (wasUnlocked, wasLockedOut) = (false, false)

    /// The panel's faults, the oldest first, with those that tell a private state.
    var allFaults: [PanelFault] = []

    /// Asked before each performance what a rehearsal wants in its place, by the control's name; `nil` answers: nothing.
    public var performOverride: (@PanelActor (_ control: String) -> PerformOverride?)?

    /// The names of the extensions that a user's processes may speak for; without it, none.
    public var extensionsOfUser: (@PanelActor (UInt32) -> [String])?

    /// The name by which the panel's lines are known to others (`gpioinfo`, `holdfast lines`).
    public static let consumer = "holdfast"

    /// A panel that has not started: no line is touched yet.
    ///
    /// - Parameters:
    ///   - board: where the lines are.
    ///   - leds: where lights are that are LEDs of the kernel.
    ///   - display: the text display, if the panel's file has one; without it, one in memory.
    ///   - clock: tells the hours in which lights are dimmed; without it, none is.
    ///   - scheduler: the panel's time.
    ///   - drivenLines: keeps a record of the lines that the panel drives, for whoever must make them safe after it.
    ///   - memory: keeps states over restarts; without it, nothing outlasts this panel.
    ///   - layoutMemory: keeps push tokens over restarts; without it, none outlasts this panel.
    ///   - lock: who may unlock it; without it, nobody can.
    ///   - keypads: makes the PIN pads that are input devices, by their paths; without it, those are the kernel's.
    ///   - extensions: the extensions by their names in the file; one that is missing never comes.
    ///   - developerMode: whether extensions may take as long as they like, and reload as often (C43).
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
        displaySink = description.display.map { display ?? SimulatedDisplay(characters: $0.likelyCharacters) }
        self.clock = clock
        self.scheduler = scheduler
        self.drivenLines = drivenLines
        self.lock = lock
        makeKeypad = keypads ?? { EvdevKeypad(path: $0, scheduler: scheduler) }
        interlockedKinds = Set(description.controls.flatMap(\.interlock))
        // Without a clock of people's, the panel's own does for what it counts down.
        self.memory =
            memory ?? VolatileMemory(scheduler: scheduler) { Double(scheduler.now.nanoseconds) / 1_000_000_000 }
        self.layoutMemory = layoutMemory ?? VolatileLayoutMemory()
        let limits = TimeLimits(developerMode: developerMode)
        self.limits = limits
        hosts = description.allExtensions.map { grant in
            ExtensionHost(
                grant, service: extensions[grant.name] ?? AbsentExtension(), limits: limits, scheduler: scheduler)
        }
        hintText = MomentaryText(scheduler: scheduler) { [weak self] in
            self?.report($0 ? .hintEnded : nil, redacted: $1 ? .hintEnded : nil)
        }
        statusText = MomentaryText(scheduler: scheduler) { [weak self] in
            self?.report($0 ? .statusEnded : nil, redacted: $1 ? .statusEnded : nil)
        }
    }

    // MARK: Observing

    /// Calls `observer` on the loop with everything that happens from now on.
    ///
    /// - Parameter viewpoint: for whose eyes; what they may not see is not told.
    /// - Returns: names the observer, to take it away.
    @discardableResult
    public func observe(
        as viewpoint: Viewpoint = .panel, _ observer: @escaping @PanelActor (PanelEvent) -> Void
    ) -> Int {
        lastObserver += 1
        observers.append((lastObserver, viewpoint, observer))
        return lastObserver
    }

    /// Tells an observer nothing more.
    public func removeObserver(_ number: Int) {
        observers.removeAll { $0.number == number }
    }

    /// Whether something is shown as it is, or without what is private.
    func sees(_ viewpoint: Viewpoint) -> Bool { viewpoint.sees(isUnlocked) }

    /// What is shown of the controls: the panel's own in the file's order, then those of extensions.
    public var snapshots: [ControlSnapshot] { controls.slots.map { $0.shown(isUnlocked) } }

    /// What is shown of one control, by its key, kind, name or place.
    ///
    /// - Parameter viewpoint: for whose eyes.
    public func snapshot(of control: String, as viewpoint: Viewpoint = .panel) -> ControlSnapshot? {
        controls[control]?.shown(sees(viewpoint))
    }

    /// A light, by name.
    public func light(_ name: String) -> Light? {
        lights.first { $0.description.name == name }?.light
    }

    /// The lights, in the file's order.
    public var allLights: [Light] { lights.map(\.light) }

    /// The hint that is shown now, as those in front of the panel see it.
    public var hint: String? { hint(as: .panel) }

    /// The status that is shown now, as those in front of the panel see it.
    public var status: String? { status(as: .panel) }

    func hint(as viewpoint: Viewpoint) -> String? { hintText?.text(sees(viewpoint)) }

    func status(as viewpoint: Viewpoint) -> String? { statusText?.text(sees(viewpoint)) }

    /// How many edges of buttons were handled: each may have woken the loop.
    public var wakeups: Int { buttons.reduce(0) { $0 + $1.wakeups } }

    func report(_ event: PanelEvent) { report(event, redacted: event) }

    /// Has lights answer first, and then tells what they answer, and what came of that: whoever watches gets to know it in the
    /// order in which it came about, and nobody in front of the panel waits for them.
    func show(before event: PanelEvent, _ answer: () -> Void) {
        // What sets it off while another is under way belongs to that.
        guard heldBack == nil else {
            report(event)
            return answer()
        }
        heldBack = []
        answer()
        tell(event, redacted: event)
        // What is set off by telling comes after what has happened before.
        while heldBack?.isEmpty == false, let next = heldBack?.removeFirst() {
            tell(next.event, redacted: next.redacted)
        }
        heldBack = nil
    }

    /// Tells those in front of the panel alone.
    func tellPanel(_ event: PanelEvent) {
        for (_, viewpoint, observer) in observers where viewpoint == .panel { observer(event) }
    }

    /// Tells everybody what has happened: the one place where an event leaves the panel.
    ///
    /// - Parameters:
    ///   - event: for those who see what is private; `nil`: nothing.
    ///   - redacted: for all others; `nil`: nothing.
    func report(_ event: PanelEvent?, redacted: PanelEvent?) {
        if heldBack == nil { tell(event, redacted: redacted) } else { heldBack?.append((event, redacted)) }
    }

    private func tell(_ event: PanelEvent?, redacted: PanelEvent?) {
        // Not for each of them: it is looked up by the clock.
        let isUnlocked = isUnlocked
        for (_, viewpoint, observer) in observers {
            if let event = viewpoint.sees(isUnlocked) ? event : redacted { observer(event) }
        }
        if let event = event ?? redacted { noteForDisplays(event) }
    }
}
