import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// One performance of a control or of an intent, from its beginning to its end.
@PanelActor
final class Performance {
    /// A question to people that waits for their answer (C24).
    struct Confirmation {
        /// The question.
        let text: String
        /// Ends the question without an answer.
        let timer: PanelTimer
        /// Is given the answer.
        let completion: @PanelActor (Bool) -> Void
    }

    /// The name by which an extension was asked for it, which nobody can guess; `nil` while none was.
    var id: String?
    /// The control that is performed, from the beginning; `nil` for an intent run by name.
    weak var control: ControlSlot?
    /// Who asked for it: what follows it may do no more than that.
    var requester = Requester.itself
    /// What whoever asked had to have, and for what has followed since: whoever answers its question must, too.
    var needed = ControlAuthentication.none
    /// The most that the requester could perform at the beginning: the panel does no more for the requester afterwards.
    var allowed = ControlAuthentication.none
    var manner: PerformanceManner = []
    /// Where a toggle goes; `nil` for what is none, and where it is not known.
    var goesOn: Bool?
    /// Whether what comes of it is written down.
    var isAudited = false
    /// What runs it: the extension's answer, or a rehearsal's delay, is awaited.
    var call: (any ExtensionCall)?
    /// When it has taken too long, or a rehearsal's delay is over.
    var timer: PanelTimer?
    /// The part of the time limit that a simulated delay has taken.
    var delay = Duration.zero
    /// How much of the time limit was left when people were asked something: they may take their time.
    var remaining: Duration?
    /// How many questions it has asked.
    var questions = 0
    /// The question that waits.
    var confirmation: Confirmation?
    /// The status text to show once it has performed: that of the state it leads to.
    var status: String?
    /// Whether what it opens has been opened.
    var hasOpened = false
    /// What was opened last.
    var opened: OpenTarget?
    /// How many intents have followed the first one.
    var followers = 0
    /// The results of its intents so far (C31).
    var returned = IntentReturn()
    /// Whether something of its control was private when it began.
    var wasPrivate = false
    /// The types of the intents without a control of their own: the one that was run by name, and those that followed.
    var freeIntents: Set<String> = []
    private var completions: [@PanelActor (PerformOutcome) -> Void] = []

    /// Calls `completion` when it has ended.
    func whenEnded(_ completion: (@PanelActor (PerformOutcome) -> Void)?) {
        if let completion { completions.append(completion) }
    }

    /// Tells those who wait what came of it.
    func end(_ outcome: PerformOutcome) {
        let completions = completions
        self.completions = []
        for completion in completions { completion(outcome) }
    }

    /// Ends what it set off, without an outcome.
    func cancel() {
        call?.cancel()
        call = nil
        timer?.cancel()
        // Its action holds the performance.
        timer = nil
        confirmation?.timer.cancel()
        confirmation = nil
    }
}
