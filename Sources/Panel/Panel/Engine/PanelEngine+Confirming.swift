import ControlModel
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

    /// Answers the question of a control for a requester, who must be one who could have asked for the performance.
    ///
    /// - Parameter completion: is called once with why the answer does not count, or `nil`.
    /// - Returns: the same, as far as it is known at once.
    @discardableResult
    func confirm(
        _ control: String, isConfirmed: Bool, by requester: Requester,
        completion: @escaping @PanelActor (String?) -> Void = { _ in }
    ) -> String? {
        var reason: String?
        let run = controls[control]?.run
        if let run, run.confirmation != nil {
            reason = lackingReason(to: run.needed, for: requester)
        } else {
            reason = "nothing waits to be confirmed"
        }
        guard let run, reason == nil else {
            completion(reason)
            return reason
        }
        if isConfirmed {
            confirm(run, by: requester, completion: completion)
        } else {
            endConfirmation(of: run, isConfirmed: false)
            completion(nil)
        }
        return nil
    }

    /// Goes on with a performance that has asked, once the disk has proved that it can be written down.
    ///
    /// - Parameter completion: is called before it goes on, or with why it does not.
    func confirm(_ run: Performance, by requester: Requester, completion: @escaping @PanelActor (String?) -> Void) {
        let question = run.confirmation?.timer
        proveAudit(of: run.needed, by: requester) { [self] reason in
            // Meanwhile the question may have been taken back, or another asked.
            let isWaiting = run.confirmation != nil && run.confirmation?.timer === question
            let reason = isWaiting ? reason : "nothing waits to be confirmed"
            completion(reason)
            if reason == nil { endConfirmation(of: run, isConfirmed: true) }
        }
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
