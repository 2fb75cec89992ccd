import Configuration
import ControlModel

/// The targets that the panel's own controls open, and what the panel's file says for opened targets (`opened`).
extension ControlSet {
    /// The target for a view of the panel's own.
    func target(of view: OpenedView) -> OpenTarget {
        switch view {
        case .history:
            return OpenTarget(type: "View", typeName: "View", value: .string("history"), title: "History")
        case .control(let kind):
            let snapshot = all(kind).first?.redacted
            return OpenTarget(
                type: "Control", typeName: "Control", value: .string(kind), title: snapshot?.displayName ?? kind)
        }
    }

    /// The delegated control for an opened target; `nil` if the file has no action for it.
    func delegated(openedAs target: OpenTarget) -> ControlSlot? {
        guard case .string(let value) = target.value else { return nil }
        let own = target.type == "Control" ? self[value]?.declaration?.key : nil
        return delegated("opened.\(own ?? value)")
    }
}
