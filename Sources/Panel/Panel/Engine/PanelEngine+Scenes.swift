import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Scenes and views: the panel's controls that perform or open others.
extension PanelEngine {
    /// Performs the members in parallel, and ends with their results.
    func begin(_ run: Performance, of slot: ControlSlot, members: [SceneMember]) {
        let slots = members.map { member in (member, controls.all(member.kind)) }
        let progress = SceneProgress(members: slots.reduce(0) { $0 + max(1, $1.1.count) }) {
            [weak self, weak slot] failure in
            guard let self, let slot, slot.run === run else { return }
            finish(run, of: slot, failure.map { .failed($0) } ?? .performed())
        }
        for (order, (member, others)) in slots.enumerated() {
            if others.isEmpty { progress.end("'\(member.kind)' is not there", order: order) }
            for other in others {
                let name = other.redacted.displayName
                // A button is performed for `on`. The parser does not know extensions' controls, so `off` for a button is
                // refused here.
                let wish = other.snapshot.isOn == nil && member.isOn ? nil : member.isOn
                // The requester was authorized for the whole scene; only intents that follow a member are checked on
                // their own.
                let manner = run.manner.intersection(.silently).union(.part)
                perform(other, isOn: wish, by: run.requester, as: manner) { outcome in
                    progress.end(
                        outcome.failure.map { "'\(name)': \(other.redacted(reason: $0))" }, order: order)
                }
            }
        }
        progress.end()
        if slot.run === run { showRunning(slot) }
    }

    /// The target for a view of the panel's own.
    func target(of view: OpenedView) -> OpenTarget {
        switch view {
        case .history:
            return OpenTarget(type: "View", typeName: "View", value: .string("history"), title: "History")
        case .control(let kind):
            let snapshot = controls.all(kind).first?.redacted
            return OpenTarget(
                type: "Control", typeName: "Control", value: .string(kind), title: snapshot?.displayName ?? kind)
        }
    }

    /// Reports that a target opens (C22).
    ///
    /// - Parameter slot: the control that opens the target; `nil` for an intent run by name.
    func tellOpened(_ target: OpenTarget, for run: Performance, of slot: ControlSlot?) {
        guard !run.manner.contains(.silently) else { return }
        report(.opened(target), redacted: manner(openedBy: run, of: slot).contains(.privately) ? nil : .opened(target))
    }

    /// Performs the file's action for an opened target, if the requester has the rights.
    func carryOut(_ errand: ControlSlot, openedBy run: Performance, of slot: ControlSlot?) {
        perform(errand, by: run.requester, as: manner(openedBy: run, of: slot))
    }

    /// Performs the file's action for a target opened by an extension. The panel, acting
    /// by itself, brings about no guarded action.
    func carryOut(_ errand: ControlSlot, openedByExtensionFor run: Performance) {
        let requester = run.requester.ofFollower
        if requester == .itself, !may(requester, perform: neededAuthentication(of: errand, goingTo: nil)) {
            let manner = manner(openedBy: run, of: run.control)
            return refuse(errand, reason: AccessPolicy.nobodysToAllow, by: requester, as: manner, isLacking: true)
        }
        // The disk's proof belongs to the performance that opened the target, and the disk may have stalled since.
        perform(errand, by: run.requester, as: manner(openedBy: run, of: run.control).subtracting(.provably))
    }

    /// A target opened by a private control may reveal the control's state.
    private func manner(openedBy run: Performance, of slot: ControlSlot?) -> PerformanceManner {
        let manner = run.manner.subtracting(.part)
        return slot?.isStatePrivate == true ? manner.union(.privately) : manner
    }

    /// The file's action for an opened target; `nil` if the file has none.
    func errand(openedAs target: OpenTarget) -> ControlSlot? {
        guard case .string(let value) = target.value else { return nil }
        let own = target.type == "Control" ? controls[value]?.declaration?.key : nil
        return errand("opened.\(own ?? value)")
    }
}
