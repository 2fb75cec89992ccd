import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// The panel's services for extensions; each extension reaches its own kinds only.
extension PanelEngine: HostService {
    public func reload(kind: String?, for caller: HostCaller) -> Bool {
        let own = hosts(of: caller)
        guard let kind else {
            for control in controls.slots.flatMap(\.remotes) where own.contains(where: { $0 === control.host }) {
                control.reload()
            }
            return true
        }
        guard own.contains(where: { $0.grant.covers(kind) }) else { return false }
        for control in controls.slots.flatMap(\.remotes) where control.reference.kind == kind { control.reload() }
        return true
    }

    public func currentControls(for caller: HostCaller) -> [PlacedControl] {
        hosts(of: caller).flatMap(placements)
    }

    public func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall {
        if let call = askConfirmation(performance: performance, dialog: dialog, completion: completion) { return call }
        completion(false)
        return NoCall()
    }

    public func show(_ activity: ActivityState, for caller: HostCaller) -> Bool {
        // A control's kind is reserved for its timer, even while the timer is off. A different answer would reveal the
        // timer's state.
        guard !hosts(of: caller).isEmpty, description.control(activity.id) == nil else { return false }
        return activityList.show(activity, for: caller, isPrivate: false)
    }

    public func endActivity(id: String, for caller: HostCaller) { activityList.end(id: id, for: caller) }

    /// The current activities, the oldest first (C29), as seen by people in front of the panel.
    public var activities: [ActivityState] { activities(as: .panel) }

    func activities(as viewpoint: Viewpoint) -> [ActivityState] {
        activityList.all(seesPrivate: sees(viewpoint))
    }

    private func hosts(of caller: HostCaller) -> [ExtensionHost] {
        let names: [String]
        switch caller {
        case .hosted(let name): names = [name]
        case .user(let user): names = extensionsOfUser?(user) ?? []
        }
        return hosts.filter { names.contains($0.grant.name) }
    }
}
