import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// One performance of a control or an intent: what `PerformanceTable` does not need for its decisions.
@PanelActor
final class Performance {
    /// A question that waits for the user's answer (C24: an intent can ask for a confirmation).
    struct Confirmation {
        let text: String
        /// Receives the answer.
        let completion: @PanelActor (Bool) -> Void
    }

    /// What a control showed at the beginning of a performance.
    struct Beginning {
        /// The status text to show after a success: the text of the target state.
        var status: String?
        /// Whether part of the control was private.
        var wasPrivate = false
    }

    /// The intents of a performance: the first one, and those that followed (C22: intents can chain).
    struct IntentChain {
        /// Whether an intent has followed the first one.
        var hasFollowed = false
        /// Whether the current intent's target has been opened.
        var hasOpened = false
        /// The target opened last.
        var opened: OpenTarget?
        /// The results so far (C31: dialog and return value).
        var returned = IntentReturn()
        /// The types of the intents without a control: the intent run by name, and its successors.
        var freeIntents: Set<String> = []
    }

    /// Identifies the performance in the table.
    let id: PerformanceTable.ID
    /// The origin of the request; subsequent actions get no more rights than this requester.
    let requester: Requester
    /// The moment of the touch that the performance comes from.
    var requestedAt: RequestTime
    /// The unguessable name under which an extension was asked; `nil` if no extension was asked.
    var token: String?
    /// The control as it was at the beginning; `nil` for an intent run by name.
    weak var control: ControlSlot?
    /// The highest authentication level needed so far, for the audit trail and the history.
    var needed: ControlAuthentication
    /// The right of the requester at the beginning; the panel's later actions for the requester are limited to this right.
    var right = LastingRight.none
    var options: PerformanceOptions
    /// A toggle's target state; `nil` for a button and while unknown.
    let goesOn: Bool?
    /// Whether the outcome is recorded in the audit trail.
    var isAudited = false
    /// The numbers of the entries "asked" in the audit trail, by their subject. The outcome replaces them.
    var asked: [String: [Int64]] = [:]
    /// The call to the extension while its result is awaited.
    var call: (any ExtensionCall)?
    /// Fires at the performance's deadline in the table.
    var timer: PanelTimer?
    /// Starts the performance after a simulated delay, or fails the performance at its time limit.
    var onDeadline: (@PanelActor (_ isExceeded: Bool) -> Void)?
    /// How much is done; `nil` before the first report.
    var progress: PerformanceProgress?
    /// The question that waits for an answer.
    var confirmation: Confirmation?
    /// The failures of a scene's members, with the members' places in the scene.
    var memberFailures: [(order: Int, text: String)] = []
    /// The control's texts at the beginning.
    var beginning = Beginning()
    /// The intents so far.
    var chain = IntentChain()
    /// Whether the texts of the performance's intents are private.
    var isPrivate: Bool { options.contains(.privately) || beginning.wasPrivate || control?.hasPrivateWords == true }
    private var completions: [@PanelActor (PerformOutcome) -> Void] = []

    /// - Parameter slot: `nil` for an intent run by name.
    init(
        _ id: PerformanceTable.ID, by requester: Requester, at requestedAt: RequestTime, of slot: ControlSlot? = nil,
        goingTo isOn: Bool? = nil, needing needed: ControlAuthentication = .none, as options: PerformanceOptions = []
    ) {
        self.id = id
        self.requester = requester
        self.requestedAt = requestedAt
        control = slot
        self.options = options
        goesOn = isOn
        self.needed = needed
    }

    /// Calls `completion` at the end of the performance.
    func whenEnded(_ completion: (@PanelActor (PerformOutcome) -> Void)?) {
        if let completion { completions.append(completion) }
    }

    /// Passes the outcome to all completions.
    func end(_ outcome: PerformOutcome) {
        let completions = completions
        self.completions = []
        for completion in completions { completion(outcome) }
    }

    /// Cancels the pending call and the timer, without an outcome.
    func cancel() {
        call?.cancel()
        call = nil
        timer?.cancel()
        timer = nil
        progress?.reset()
        onDeadline = nil
        confirmation = nil
    }
}

struct PerformanceOptions: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// Part of an action that was authorized as a whole, such as a scene.
    static let part = PerformanceOptions(rawValue: 1 << 0)
    /// The performance itself would reveal a private state.
    static let privately = PerformanceOptions(rawValue: 1 << 1)
    /// The performance is hidden from people who watch the panel, and from the audit trail.
    static let silently = PerformanceOptions(rawValue: 1 << 2)
    /// The disk has proved that it takes the audit entry.
    static let provably = PerformanceOptions(rawValue: 1 << 3)
    /// Lights, sounds and the status do not respond: the panel retries a failed action.
    static let quietly = PerformanceOptions(rawValue: 1 << 4)
}

/// The result of a request to perform a control or an intent.
public struct PerformOutcome: Sendable, Hashable {
    /// Why the performance was refused or failed; `nil` after a success.
    public var failure: String?
    /// Whether nothing was performed at all.
    public var isRefused = false
    /// Whether nothing was performed because the requester lacks the authority.
    var lacksAuthority = false
    /// The missing parameter value, if the performance failed for lack of it (C24: clients ask the user for it).
    public var request: IntentParameterRequest?
    /// The view or entity that the performance opened (C22: `OpenIntent`).
    public var opens: OpenTarget?
    /// The result of the intent (C31: dialog and return value).
    public var returned = IntentReturn()

    /// A successful performance.
    static func performed(opens: OpenTarget? = nil) -> PerformOutcome { PerformOutcome(opens: opens) }

    /// A refused performance.
    static func refused(_ reason: String, lacksAuthority: Bool = false) -> PerformOutcome {
        PerformOutcome(failure: reason, isRefused: true, lacksAuthority: lacksAuthority)
    }

    /// A failed performance.
    static func failed(
        _ reason: String, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil
    ) -> PerformOutcome {
        PerformOutcome(failure: reason, request: request, opens: opens)
    }
}

/// A simulated result that replaces or delays a control's next performance.
public enum PerformOverride: Sendable, Hashable {
    /// The performance fails, with these words.
    case fail(String)
    /// The performance begins after this delay; a delay beyond the time limit fails.
    case delay(Duration)
}

/// How much of a performance is done, as the surfaces show it. An extension may report more often than surfaces should
/// change: they follow twice in 120 ms, as with reloads (C43), and show the last report.
@PanelActor
final class PerformanceProgress {
    /// The shown part in percent, from 0 to 100; `nil` if the intent does not tell.
    private(set) var percent: Int?
    private var reported: Int?
    private var gate: ReloadGate
    private let scheduler: any Scheduler
    private lazy var timer = scheduler.makeTimer { [weak self] in self?.showNext() }
    private let show: @PanelActor () -> Void

    /// - Parameters:
    ///   - isLimited: Whether the limit is in force; it is off in developer mode.
    ///   - show: Called after each change of `percent` but those of `reset()`.
    init(scheduler: any Scheduler, isLimited: Bool, show: @escaping @PanelActor () -> Void) {
        self.scheduler = scheduler
        self.show = show
        gate = ReloadGate(isLimited: isLimited)
    }

    /// Takes a report of an extension.
    ///
    /// - Parameter completed: The part that is done; a finite number. Less than 0 counts as 0, more than 1 as 1.
    func report(_ completed: Double) {
        let isWaiting = reported != percent
        reported = Int(min(max(completed, 0), 1) * 100)
        if !isWaiting { showNext() }
    }

    private func showNext() {
        guard reported != percent else { return }
        switch gate.request(at: scheduler.now) {
        case .wait(let until): timer.arm(at: until)
        case .none: break
        case .run:
            _ = gate.finished(at: scheduler.now)
            percent = reported
            show()
        }
    }

    /// Forgets what is done, at the end of an intent.
    func reset() {
        timer.cancel()
        (percent, reported) = (nil, nil)
    }
}
