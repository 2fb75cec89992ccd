import Configuration
import ControlModel
import EventLoop

/// Opens targets for controls and intents (C22): events, the text display, and the file's actions for them (`opened`).
@PanelActor
final class Opener {
    private let gate: AccessGate
    private let presenter: OutcomePresenter
    /// Performs the file's action for an opened target.
    var onFollowUp: (@PanelActor (ControlSlot, Requester, PerformanceOptions) -> Void)?

    init(_ gate: AccessGate, _ presenter: OutcomePresenter) {
        self.gate = gate
        self.presenter = presenter
    }

    /// Opens a view of the panel's own for one of its controls.
    func open(_ view: OpenedView, for run: Performance, of slot: ControlSlot) -> OpenTarget {
        let target = gate.controls.target(of: view)
        report(target, for: run, of: slot)
        show(view, for: run)
        // The authorization of this control included the action that follows.
        if let followUp = gate.controls.delegated(openedAs: target) {
            onFollowUp?(followUp, run.requester, options(openedBy: run, of: slot))
        }
        return target
    }

    /// Opens a target of an extension. The panel, acting by itself, brings about no guarded action.
    func open(_ target: OpenTarget, for run: Performance) {
        report(target, for: run, of: run.control)
        guard let followUp = gate.controls.delegated(openedAs: target) else { return }
        let requester = run.requester.ofFollower
        let options = options(openedBy: run, of: run.control)
        if requester == .itself, !gate.may(requester, perform: gate.neededAuthentication(of: followUp, goingTo: nil)) {
            presenter.refuse(
                followUp, reason: AccessPolicy.nobodysToAllow, by: requester, as: options, isLacking: true)
            return
        }
        // The disk's proof belongs to the performance that opened the target, and the disk may have stalled since.
        onFollowUp?(followUp, run.requester, options.subtracting(.provably))
    }

    /// Reports that a target opens (C22).
    ///
    /// - Parameter slot: the control that opens the target; `nil` for an intent run by name.
    private func report(_ target: OpenTarget, for run: Performance, of slot: ControlSlot?) {
        guard !run.options.contains(.silently) else { return }
        presenter.events.report(
            .opened(target), redacted: options(openedBy: run, of: slot).contains(.privately) ? nil : .opened(target))
    }

    /// A target opened by a private control may reveal the control's state.
    private func options(openedBy run: Performance, of slot: ControlSlot?) -> PerformanceOptions {
        let options = run.options.subtracting(.part)
        return slot?.isStatePrivate == true ? options.union(.privately) : options
    }

    /// Shows a view on the text displays, for a user in front of the panel.
    ///
    /// A program shows views on its own surface, and the panel itself opens no views.
    private func show(_ view: OpenedView, for run: Performance) {
        guard run.requester == .panel || run.requester == .trusted else { return }
        let isPrivate = run.control?.isStatePrivate == true
        switch view {
        case .history:
            presenter.surfaces.displays.openHistory(isPrivate: isPrivate)
        case .control(let kind):
            guard let slot = gate.controls.all(kind).first, let value = slot.snapshot.valueText else { return }
            let words =
                switch slot.snapshot.freshness {
                case .fresh: value
                case .stale: "\(value) when last known"
                case .preview: "not known yet"
                }
            let privacy = slot.snapshot.privacy
            presenter.surfaces.displays.status.show(
                "\(slot.snapshot.displayName): \(words)",
                redacted: isPrivate || privacy.state || privacy.valueLabel
                    ? nil : "\(slot.redacted.displayName): \(words)")
        }
    }
}
