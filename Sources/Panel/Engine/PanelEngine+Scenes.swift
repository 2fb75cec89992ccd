import Configuration
import Controls
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
                let name = other.snapshot.displayName
                // A button is performed; what is none is told so, where only its extension knows.
                let wish = other.snapshot.isOn == nil && member.isOn ? nil : member.isOn
                // The scene as a whole was allowed to whoever asked.
                perform(other, isOn: wish, by: .itself) { outcome in
                    progress.end(outcome.failure.map { "'\(name)': \($0)" }, order: order)
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
            let snapshot = controls.all(kind).first?.snapshot
            return OpenTarget(
                type: "Control", typeName: "Control", value: .string(kind), title: snapshot?.displayName ?? kind)
        }
    }

    /// Tells that something opens, and carries out what the file wants then (C22).
    func tellOpened(_ target: OpenTarget) {
        report(.opened(target))
        guard case .string(let value) = target.value else { return }
        let own = target.type == "Control" ? controls[value]?.declaration?.key : nil
        carryOut("opened.\(own ?? value)")
    }
}
