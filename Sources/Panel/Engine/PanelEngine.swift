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
    let drivenLines: DrivenLinesFile?
    /// Where the lines are that this panel has put on record as driven.
    var driven: [LineDescription: LineAddress] = [:]

    var hintText: MomentaryText?
    var statusText: MomentaryText?

    /// What is broken, the oldest first.
    public internal(set) var faults: [PanelFault] = []
    /// The kinds of the controls whose lights show a fault.
    var faultyKinds: Set<String> = []

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
}
