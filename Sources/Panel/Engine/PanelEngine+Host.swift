import Configuration
import Controls
import EventLoop
import LocalAPI
import MonotonicTime

/// What the panel does for extensions, each for its own kinds.
extension PanelEngine: HostService {
    /// How many activities one caller may show.
    private static let mostActivities = 16
    /// The bytes of an activity's identity, and the characters of each of its texts: all activities go into one message.
    private static let (longestIdentity, longestText) = (64, 100)
    /// After what time an activity ends by itself, whose extension may have gone for good: that of iOS.
    private static let longestActivity = Duration.seconds(8 * 3_600)

    public func reload(kind: String?, for caller: HostCaller) -> Bool {
        let own = hosts(of: caller)
        guard let kind else {
            for control in controls.slots.flatMap(\.asked) where own.contains(where: { $0 === control.host }) {
                control.reload()
            }
            return true
        }
        guard own.contains(where: { $0.grant.covers(kind) }) else { return false }
        for control in controls.slots.flatMap(\.asked) where control.reference.kind == kind { control.reload() }
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
        guard activity.id.utf8.count <= Self.longestIdentity else { return false }
        var shown = activity
        shown.title = ShownText.line(activity.title, limit: Self.longestText)
        shown.subtitle = activity.subtitle.map { ShownText.line($0, limit: Self.longestText) }
        shown.symbol = activity.symbol.map { ShownText.line($0, limit: Self.longestText) }
        if let index = shownActivities.firstIndex(where: { $0.state.id == activity.id }) {
            guard shownActivities[index].owner == caller else { return false }
            guard shownActivities[index].state != shown else { return true }
            shownActivities[index].state = shown
        } else {
            guard shownActivities.lazy.filter({ $0.owner == caller }).count < Self.mostActivities else { return false }
            shownActivities.append(ShownActivity(state: shown, owner: caller, since: scheduler.now))
            armActivityTimer()
        }
        report(.activityShown(shown))
        return true
    }

    public func endActivity(id: String, for caller: HostCaller) {
        guard let index = shownActivities.firstIndex(where: { $0.state.id == id && $0.owner == caller }) else { return }
        report(.activityEnded(shownActivities.remove(at: index).state))
        armActivityTimer()
    }

    private func armActivityTimer() {
        if activityTimer == nil {
            activityTimer = scheduler.makeTimer { [weak self] in
                guard let self, let oldest = shownActivities.first else { return }
                endActivity(id: oldest.state.id, for: oldest.owner)
            }
        }
        activityTimer?.arm(at: shownActivities.first.map { $0.since.advanced(by: Self.longestActivity) })
    }

    /// What goes on, the oldest first (C29).
    public var activities: [ActivityState] { shownActivities.map(\.state) }

    private func hosts(of caller: HostCaller) -> [ExtensionHost] {
        let names: [String]
        switch caller {
        case .hosted(let name): names = [name]
        case .user(let user): names = extensionsOfUser?(user) ?? []
        }
        return hosts.filter { names.contains($0.grant.name) }
    }
}
