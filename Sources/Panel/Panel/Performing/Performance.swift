import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// One performance of a control or an intent, from beginning to end.
@PanelActor
final class Performance {
    /// A question that waits for the user's answer (C24: an intent can ask for a confirmation).
    struct Confirmation {
        let text: String
        /// Ends the question without an answer.
        let timer: PanelTimer
        /// Receives the answer.
        let completion: @PanelActor (Bool) -> Void
    }

    /// The time limit of a performance. It does not count while the user decides.
    @PanelActor
    struct Limit {
        /// Ends the performance at its time limit, or ends a simulated delay.
        var timer: PanelTimer?
        /// The part of the time limit that a simulated delay has used.
        var delay = Duration.zero
        /// The rest of the time limit when a question was asked.
        private var remaining: Duration?

        /// Stops counting: a question was asked.
        mutating func pause(at now: MonotonicInstant) {
            remaining = timer?.deadline.map { now.duration(to: $0) }
            timer?.cancel()
        }

        /// Counts on: the question was answered.
        func resume(at now: MonotonicInstant) {
            if let remaining { timer?.arm(at: now.advanced(by: remaining)) }
        }

        /// Cancels the timer, whose action retains the performance.
        mutating func end() {
            timer?.cancel()
            timer = nil
        }
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
        /// How many intents have followed the first one.
        var followers = 0
        /// Whether the current intent's target has been opened.
        var hasOpened = false
        /// The target opened last.
        var opened: OpenTarget?
        /// The results so far (C31: dialog and return value).
        var returned = IntentReturn()
        /// The types of the intents without a control: the intent run by name, and its successors.
        var freeIntents: Set<String> = []
    }

    /// The unguessable ID under which an extension was asked; `nil` if no extension was asked.
    var id: String?
    /// The control as it was at the beginning; `nil` for an intent run by name.
    weak var control: ControlSlot?
    /// The origin of the request; subsequent actions get no more rights than this requester.
    var requester = Requester.itself
    /// The highest authentication level needed so far. The client that answers the performance's question must have the
    /// level, too.
    var needed = ControlAuthentication.none
    /// The requester's highest authentication level at the beginning; later actions for the requester are limited to
    /// this level.
    var allowed = ControlAuthentication.none
    var manner: PerformanceManner = []
    /// A toggle's target state; `nil` for a button and while unknown.
    var goesOn: Bool?
    /// Whether the outcome is recorded in the audit trail.
    var isAudited = false
    /// The call to the extension, or a simulated delay, while its result is awaited.
    var call: (any ExtensionCall)?
    /// The time limit, or a simulated delay.
    var limit = Limit()
    /// How many questions the performance has asked.
    var questions = 0
    /// The question that waits for an answer.
    var confirmation: Confirmation?
    /// The control's texts at the beginning.
    var beginning = Beginning()
    /// The intents so far.
    var chain = IntentChain()
    private var completions: [@PanelActor (PerformOutcome) -> Void] = []

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

    /// Cancels pending calls and timers, without an outcome.
    func cancel() {
        call?.cancel()
        call = nil
        limit.end()
        confirmation?.timer.cancel()
        confirmation = nil
    }
}
