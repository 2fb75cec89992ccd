import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// Shows how performances begin and end: events, lights, sounds, the status, the history, and the callers' replies.
@PanelActor
struct OutcomePresenter {
    let gate: AccessGate
    let surfaces: PanelSurfaces
    let events: PanelEvents
    let scheduler: any Scheduler

    /// Ends the hint: a user's hold performs.
    func clearHint() { surfaces.displays.hint.clear() }

    /// Reports that a control has begun a performance that takes a while.
    func running(_ slot: ControlSlot) {
        let event = PanelEvent.performing(kind: slot.name)
        let options = slot.run?.options ?? []
        if !options.contains(.silently) { events.report(event, redacted: options.contains(.privately) ? nil : event) }
        gate.controls.refresh(slot)
    }

    /// Reports the end of a performance, before the control's new state is shown.
    func ended(_ outcome: PerformOutcome, of slot: ControlSlot, as options: PerformanceOptions) {
        if !options.contains(.silently) { report(outcome, of: slot, isPublic: !options.contains(.privately)) }
        guard isShown(options) else { return }
        surfaces.lights.flash(outcome.failure == nil ? .performed : .failed, on: slot)
        surfaces.sounds.playOutcome(of: slot, isRight: outcome.failure == nil)
    }

    /// Shows the result of a performance as a status and in the history, after the control's new state is shown.
    func showResult(_ outcome: PerformOutcome, of run: Performance, _ slot: ControlSlot) {
        if let failure = outcome.failure {
            showReason(failure, redacted: slot.redacted(reason: failure), of: slot, as: run.options)
        } else if isShown(run.options) {
            showResult(of: run, slot)
        }
        remember(run, of: slot, outcome)
    }

    /// Whether lights, sounds and a status respond to a performance with these options. For a private state, people in
    /// front of an unlocked panel see the new state itself.
    private func isShown(_ options: PerformanceOptions) -> Bool {
        options.isDisjoint(with: [.silently, .privately, .quietly])
    }

    /// - Parameter isPublic: whether viewers who may not see private content receive the event.
    private func report(_ outcome: PerformOutcome, of slot: ControlSlot, isPublic: Bool) {
        let redacted: PanelEvent =
            outcome.failure.map { .failed(kind: slot.name, reason: slot.redacted(reason: $0)) }
            ?? .performed(kind: slot.name)
        events.report(
            outcome.failure.map { .failed(kind: slot.name, reason: $0) } ?? .performed(kind: slot.name),
            redacted: isPublic ? redacted : nil)
    }

    /// - Parameters:
    ///   - isLacking: whether the reason is a missing PIN, which reveals nothing private.
    ///   - asked: the numbers of the entries that `Auditor.prove` has written for the request.
    func refuse(
        _ slot: ControlSlot, reason: String, by requester: Requester, as options: PerformanceOptions,
        isLacking: Bool = false, asked: [Int64] = []
    ) {
        guard !options.contains(.silently) else { return }
        gate.auditor.refused(slot, reason: reason, by: requester, asked: asked)
        let redacted = isLacking ? reason : slot.redacted(reason: reason)
        events.report(
            .refused(kind: slot.name, reason: reason),
            redacted: options.contains(.privately) ? nil : .refused(kind: slot.name, reason: redacted))
        guard isShown(options) else { return }
        surfaces.lights.flash(.failed, on: slot)
        surfaces.sounds.playOutcome(of: slot, isRight: false)
        // The program has its reply. On the panel, its repeated requests would hide the response to a user's hold.
        if case .program = requester { return }
        // The reason responds to a hold, so it replaces the hint of a tap.
        if !requester.isPanelItself { surfaces.displays.hint.clear() }
        showReason(reason, redacted: redacted, of: slot, as: options)
    }

    /// Shows a refused or failed control with the reason, as a status.
    ///
    /// A scene names its members' reasons itself. A failed notification is not shown to a person at the door; the log
    /// contains it.
    private func showReason(_ reason: String, redacted: String, of slot: ControlSlot, as options: PerformanceOptions) {
        guard isShown(options), !options.contains(.part) else { return }
        switch slot.role {
        case .control, .followUp: break
        case .sound, .notice: return
        }
        surfaces.displays.status.show(
            "\(slot.snapshot.displayName): \(reason)", redacted: "\(slot.redacted.displayName): \(redacted)")
    }

    // MARK: Results

    /// Wraps a completion so that a requester who may not see private content gets no private words of a control.
    func withoutPrivateWords(
        _ completion: (@PanelActor (PerformOutcome) -> Void)?, of slot: ControlSlot, for requester: Requester
    ) -> (@PanelActor (PerformOutcome) -> Void)? {
        guard let completion else { return nil }
        // An extension may mark a control as private in only one of its states.
        let wasPrivate = slot.hasPrivateWords
        return { [lock = gate.lock, weak slot] outcome in
            let isPrivate = wasPrivate || slot?.hasPrivateWords ?? true
            let seesPrivate = requester.viewpoint(by: lock).sees(lock?.isUnlocked ?? false)
            guard isPrivate, !seesPrivate else { return completion(outcome) }
            completion(outcome.redacted { slot?.redacted(reason: $0) ?? ControlSlot.privateReason })
        }
    }

    /// Wraps a completion so that a requester who may not see private content gets no words of a private intent.
    func withoutPrivateWords(
        _ completion: @escaping @PanelActor (PerformOutcome) -> Void, for requester: Requester
    ) -> @PanelActor (PerformOutcome) -> Void {
        { [lock = gate.lock] outcome in
            let seesPrivate = requester.viewpoint(by: lock).sees(lock?.isUnlocked ?? false)
            completion(seesPrivate ? outcome : outcome.redacted { _ in ControlSlot.privateReason })
        }
    }

    /// Shows the intent's dialog, otherwise the status of the new state.
    private func showResult(of run: Performance, _ slot: ControlSlot) {
        if let dialog = run.chain.returned.dialog {
            surfaces.displays.status.show(
                dialog, redacted: slot.hasPrivateWords || run.beginning.wasPrivate ? nil : dialog)
        } else if let status = run.beginning.status {
            // The status may reveal the direction, the label or the value (H7: a redacted status is hidden).
            surfaces.displays.status.show(status, redacted: slot.hasPrivateWords ? nil : status)
        }
    }

    /// Adds a performance to the history. A scene stands for its members. A control that opens the history is left out,
    /// since its own entry would push another entry off the display.
    private func remember(_ run: Performance, of slot: ControlSlot, _ outcome: PerformOutcome) {
        guard outcome.failure == nil, run.options.isDisjoint(with: [.silently, .part]), !slot.isDelegated,
            slot.declaration?.action != .open(.history)
        else { return }
        let snapshot = slot.snapshot
        let isReached = snapshot.isOn != nil && snapshot.isOn == run.goesOn
        surfaces.displays.add(
            PanelHistory.Entry(
                time: scheduler.now, title: snapshot.displayName, name: slot.name,
                isOn: isReached ? snapshot.isOn : nil, value: isReached ? snapshot.valueText : nil,
                who: gate.auditor.actor(of: run.requester),
                isGuarded: run.needed > .none || gate.neededAuthentication(of: slot, goingTo: nil) > .none,
                isPrivate: slot.redacted.isRedacted))
    }
}

extension Performance {
    /// Adds the result of one of the intents, made safe to show.
    func add(_ new: IntentReturn) {
        chain.returned = chain.returned.followed(by: new.mapWords(ShownText.line))
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

extension PerformOutcome {
    /// The outcome for a requester who may not see private content: without the texts that an intent gives.
    ///
    /// - Parameter redact: Returns the reason of a failure for this requester.
    fileprivate func redacted(_ redact: (String) -> String) -> PerformOutcome {
        var shown = self
        shown.failure = failure.map(redact)
        (shown.request, shown.opens, shown.returned) = (nil, nil, IntentReturn())
        return shown
    }
}
