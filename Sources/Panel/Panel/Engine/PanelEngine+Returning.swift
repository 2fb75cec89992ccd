import ControlModel
import EventLoop
import LocalAPI

/// The results of intents for their callers (C31), as far as the callers may see them (A3).
extension PanelEngine {
    /// The same completion, without what a private control's intent returns where the requester may not see it.
    func withoutPrivateReturn(
        _ completion: (@PanelActor (PerformOutcome) -> Void)?, of slot: ControlSlot, for requester: Requester
    ) -> (@PanelActor (PerformOutcome) -> Void)? {
        guard let completion else { return nil }
        // An extension may mark a control as private in one of its states only.
        let wasPrivate = slot.hidesReturn
        return { [weak self, weak slot] outcome in
            var outcome = outcome
            let isPrivate = wasPrivate || slot?.hidesReturn ?? true
            if isPrivate, self?.sees(requester.viewpoint) != true { outcome.returned = IntentReturn() }
            completion(outcome)
        }
    }

    /// Shows on the panel what a performance tells people: the intent's dialog, else the status of the state that it led to.
    func showResult(of run: Performance, _ slot: ControlSlot) {
        if let dialog = run.returned.dialog {
            showStatus(dialog, redacted: slot.hidesReturn || run.wasPrivate ? nil : dialog)
        } else if let status = run.status {
            // Which direction it has gone, or what its value is (H7).
            let isPrivate = slot.snapshot.privacy.state || slot.snapshot.privacy.valueLabel
            showStatus(status, redacted: isPrivate ? nil : status)
        }
    }
}

extension Performance {
    /// Adds what one of its intents has returned, fit to be shown.
    func add(_ new: IntentReturn) {
        returned = returned.followed(by: new.mapWords(ShownText.line))
    }
}

extension PerformedControl {
    /// An outcome as programs get it.
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
    /// Whether those who may not see what is private get nothing of what its intent returns: the words may be about its
    /// state, its label or its value.
    var hidesReturn: Bool {
        let privacy = snapshot.privacy
        return privacy.state || privacy.label || privacy.valueLabel
    }
}
