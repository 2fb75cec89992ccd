import ControlModel
import EventLoop
import LocalAPI

/// The results of intents for their callers (C31), as far as the callers may see them (A3).
extension PanelEngine {
    /// Wraps a completion so that a requester who may not see private content does not get a private control's result.
    func withoutPrivateReturn(
        _ completion: (@PanelActor (PerformOutcome) -> Void)?, of slot: ControlSlot, for requester: Requester
    ) -> (@PanelActor (PerformOutcome) -> Void)? {
        guard let completion else { return nil }
        // An extension may mark a control as private in only one of its states.
        let wasPrivate = slot.hidesReturn
        return { [weak self, weak slot] outcome in
            var outcome = outcome
            let isPrivate = wasPrivate || slot?.hidesReturn ?? true
            if isPrivate, self?.sees(requester.viewpoint) != true { outcome.returned = IntentReturn() }
            completion(outcome)
        }
    }

    /// Shows the result of a performance on the panel: the intent's dialog, otherwise the status of the new state.
    func showResult(of run: Performance, _ slot: ControlSlot) {
        if let dialog = run.returned.dialog {
            displays.showStatus(dialog, redacted: slot.hidesReturn || run.wasPrivate ? nil : dialog)
        } else if let status = run.status {
            // The status may reveal the direction or the value (H7: a redacted status is hidden).
            let isPrivate = slot.snapshot.privacy.state || slot.snapshot.privacy.valueLabel
            displays.showStatus(status, redacted: isPrivate ? nil : status)
        }
    }
}

extension Performance {
    /// Adds the result of one of the intents, made safe to show.
    func add(_ new: IntentReturn) {
        returned = returned.followed(by: new.mapWords(ShownText.line))
    }
}

extension PerformedControl {
    /// The outcome as sent to clients.
    init(_ outcome: PerformOutcome, _ control: ListedControl? = nil) {
        self.init(
            failure: outcome.failure, request: outcome.request, opens: outcome.opens, control: control,
            returned: outcome.returned)
    }

    /// The parts of an outcome that always fit into a message.
    init(brief outcome: PerformOutcome) {
        self.init(failure: outcome.failure, returned: outcome.returned)
    }
}

extension ControlSlot {
    /// Whether an intent's result is hidden from viewers who may not see private content. The words may be about the
    /// state, the label or the value.
    var hidesReturn: Bool {
        let privacy = snapshot.privacy
        return privacy.state || privacy.label || privacy.valueLabel
    }
}
