import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Scenes and views: what a control of the panel's own sets off in others.
extension PanelEngine {
    /// Performs the members side by side, and ends with what came of each.
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
                // A button is performed; what is none is told so, where only its extension knows.
                let wish = other.snapshot.isOn == nil && member.isOn ? nil : member.isOn
                // The scene as a whole was allowed to whoever asked; what follows a member is not known before.
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

    /// Opens a view of the panel's own.
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

    /// Tells that something opens (C22).
    ///
    /// - Parameter slot: the control that opens it; `nil`: an intent that was run by name.
    func tellOpened(_ target: OpenTarget, for run: Performance, of slot: ControlSlot?) {
        guard !run.manner.contains(.silently) else { return }
        report(.opened(target), redacted: manner(openedBy: run, of: slot).contains(.privately) ? nil : .opened(target))
    }

    /// Carries out what the file wants when something opens, if whoever set it off may.
    func carryOut(_ errand: ControlSlot, openedBy run: Performance, of slot: ControlSlot?) {
        perform(errand, by: run.requester, as: manner(openedBy: run, of: slot))
    }

    /// The same where an extension opens it: in what the panel does by itself that is nobody's to allow.
    func carryOut(_ errand: ControlSlot, openedByExtensionFor run: Performance) {
        let requester = run.requester.ofFollower
        if requester == .itself, !may(requester, perform: neededAuthentication(of: errand, goingTo: nil)) {
            let manner = manner(openedBy: run, of: run.control)
            return refuse(errand, reason: AccessPolicy.nobodysToAllow, by: requester, as: manner, isLacking: true)
        }
        // The disk has proved itself for the performance, and may have stalled since.
        perform(errand, by: run.requester, as: manner(openedBy: run, of: run.control).subtracting(.provably))
    }

    /// What a private control opens may tell its state.
    private func manner(openedBy run: Performance, of slot: ControlSlot?) -> PerformanceManner {
        let manner = run.manner.subtracting(.part)
        return slot?.isStatePrivate == true ? manner.union(.privately) : manner
    }

    /// What the file wants when something opens.
    func errand(openedAs target: OpenTarget) -> ControlSlot? {
        guard case .string(let value) = target.value else { return nil }
        let own = target.type == "Control" ? controls[value]?.declaration?.key : nil
        return errand("opened.\(own ?? value)")
    }
}
