import Controls
import EventLoop
import LocalAPI
import MonotonicTime

/// Asking people to hold again, in the middle of a performance (C24).
extension PanelEngine {
    /// The question that waits, the oldest; `nil` where none does.
    public var confirmation: String? { waitingConfirmations(as: .panel).first?.text }

    /// The questions that wait, with the names of their controls.
    func waitingConfirmations(as viewpoint: Viewpoint) -> [(control: String, text: String)] {
        controls.slots.compactMap { slot in
            slot.run?.confirmation.map { (slot.name, sees(viewpoint) ? $0.text : slot.redacted(question: $0.text)) }
        }
    }

    /// Answers the question of a control.
    ///
    /// - Returns: `false` where it has none.
    @discardableResult
    public func confirm(_ control: String, isConfirmed: Bool) -> Bool {
        confirm(control, isConfirmed: isConfirmed, by: .panel) == nil
    }

    /// - Returns: why not; whoever answers must be one who could have asked for the performance.
    func confirm(_ control: String, isConfirmed: Bool, by requester: Requester) -> String? {
        guard let run = controls[control]?.run, run.confirmation != nil else { return "nothing waits to be confirmed" }
        guard may(requester, perform: run.needed) else { return refusal(of: run.needed, to: requester) }
        endConfirmation(of: run, isConfirmed: isConfirmed)
        return nil
    }

    /// How often one performance may ask: the time that people take is not the intent's, which could go on for ever.
    private static let mostQuestions = 8

    /// Asks for the confirmation of a performance.
    ///
    /// - Returns: The question, to take back; `nil` where there is nobody to ask: nothing of that name performs, it is
    ///   no control's, or it asks already.
    func askConfirmation(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> ConfirmationCall? {
        guard let run = performances[performance], let slot = run.control, run.confirmation == nil,
            run.questions < Self.mostQuestions
        else { return nil }
        run.questions += 1
        let now = scheduler.now
        let timer = scheduler.makeTimer { [weak self] in self?.endConfirmation(of: run, isConfirmed: false) }
        timer.arm(at: now.advanced(by: limits.confirmation))
        let text = dialog.map { ShownText.line($0) } ?? ControlSlot.usualQuestion
        run.confirmation = Performance.Confirmation(text: text, timer: timer, completion: completion)
        // People may take their time: it is not the intent's.
        run.remaining = run.timer?.deadline.map { now.duration(to: $0) }
        run.timer?.cancel()
        report(
            .confirmationAsked(control: slot.name, text),
            redacted: .confirmationAsked(control: slot.name, slot.redacted(question: text)))
        showConfirmation(of: slot)
        return ConfirmationCall(engine: self, run: run, timer: timer)
    }

    func endConfirmation(of run: Performance, isConfirmed: Bool) {
        guard let confirmation = run.confirmation else { return }
        confirmation.timer.cancel()
        run.confirmation = nil
        if let remaining = run.remaining { run.timer?.arm(at: scheduler.now.advanced(by: remaining)) }
        if let slot = run.control {
            report(.confirmationEnded(control: slot.name))
            showConfirmation(of: slot)
        }
        confirmation.completion(isConfirmed)
    }
}

/// A question that can be taken back.
@PanelActor
final class ConfirmationCall: ExtensionCall {
    private weak var engine: PanelEngine?
    private weak var run: Performance?
    /// The question's own, by which it is known: another may wait by now.
    private weak var timer: PanelTimer?

    init(engine: PanelEngine, run: Performance, timer: PanelTimer) {
        self.engine = engine
        self.run = run
        self.timer = timer
    }

    func cancel() {
        guard let run, let timer, run.confirmation?.timer === timer else { return }
        engine?.endConfirmation(of: run, isConfirmed: false)
    }
}
