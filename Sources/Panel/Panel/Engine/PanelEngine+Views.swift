import Authentication
import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// The contents of text displays.
extension PanelEngine {
    /// The rows of the panel's own display; `nil` if the panel has no display or the display is absent.
    public var displayRows: [String]? { displays.sink?.shown?.texts }

    /// The panel's own display; `nil` if the panel has none.
    public var displaySink: (any DisplaySink)? { displays.sink }

    /// The current hint, as seen by people in front of the panel.
    public var hint: String? { displays.hint(as: .panel) }

    /// The current status, as seen by people in front of the panel.
    public var status: String? { displays.status(as: .panel) }

    /// Shows a view on the text displays, for a user in front of the panel.
    ///
    /// A program shows views on its own surface, and the panel itself opens no views.
    func show(_ view: OpenedView, for run: Performance) {
        guard run.requester == .panel || run.requester == .trusted else { return }
        let isPrivate = run.control?.isStatePrivate == true
        switch view {
        case .history:
            displays.openHistory(isPrivate: isPrivate)
        case .control(let kind):
            guard let slot = controls.all(kind).first, let value = slot.snapshot.valueText else { return }
            let words =
                switch slot.snapshot.freshness {
                case .fresh: value
                case .stale: "\(value) when last known"
                case .preview: "not known yet"
                }
            let privacy = slot.snapshot.privacy
            displays.showStatus(
                "\(slot.snapshot.displayName): \(words)",
                redacted: isPrivate || privacy.state || privacy.valueLabel
                    ? nil : "\(slot.redacted.displayName): \(words)")
        }
    }

    /// Adds a performance to the history. A scene stands for its members. A control that opens the history is left out,
    /// since its own entry would push another entry off the display.
    func remember(_ run: Performance, of slot: ControlSlot, _ outcome: PerformOutcome) {
        guard outcome.failure == nil, run.manner.isDisjoint(with: [.silently, .part]), !isErrand(slot),
            slot.declaration?.action != .open(.history)
        else { return }
        let snapshot = slot.snapshot
        let actor = actor(of: run.requester)
        displays.add(
            PanelHistory.Entry(
                time: scheduler.now, control: snapshot.displayName,
                value: snapshot.isOn != nil && snapshot.isOn == run.goesOn ? snapshot.valueText : nil,
                person: actor.isPerson ? actor.name : nil,
                isConfidential: slot.redacted.isRedacted || run.needed > .none
                    || neededAuthentication(of: slot, goingTo: nil) > .none))
    }

    /// The last 200 states of a control, the oldest first; empty for an unknown control.
    ///
    /// The states are kept in memory only.
    ///
    /// - Parameter viewpoint: the audience; viewers who may not see private content get the redacted states.
    public func changes(of control: String, as viewpoint: Viewpoint = .panel) -> [ControlChange] {
        controls[control]?.changes.list(sees(viewpoint)) ?? []
    }
}
