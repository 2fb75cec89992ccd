import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// The panel's services for extensions; each extension reaches its own kinds only.
extension PanelEngine: HostService {
    /// The most activities of one caller.
    private static let mostActivities = 16
    /// The limits of an activity's ID in bytes, and of its texts in characters: all activities go into one message.
    private static let (longestIdentity, longestText) = (64, 100)
    /// The time after which an activity ends by itself, as in iOS: its extension may have gone for good.
    private static let longestActivity = Duration.seconds(8 * 3_600)

    /// The shortest interval between reported changes of one activity, since people cannot read faster.
    private static let activityInterval = Duration.milliseconds(250)

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
        return show(activity, for: caller, isPrivate: false)
    }

    /// Shows an activity, or its change.
    ///
    /// - Parameter isPrivate: whether the activity reveals the state of a private control.
    func show(_ activity: ActivityState, for caller: HostCaller, isPrivate: Bool) -> Bool {
        guard activity.id.utf8.count <= Self.longestIdentity else { return false }
        var shown = activity
        shown.title = ShownText.line(activity.title, limit: Self.longestText)
        shown.subtitle = activity.subtitle.map { ShownText.line($0, limit: Self.longestText) }
        shown.symbol = activity.symbol.map { ShownText.line($0, limit: Self.longestText) }
        if let index = shownActivities.firstIndex(where: { $0.state.id == activity.id }) {
            guard shownActivities[index].owner == caller else { return false }
            guard shownActivities[index].state != shown else { return true }
            shownActivities[index].state = shown
            tellActivity(at: index)
            return true
        }
        guard shownActivities.lazy.filter({ $0.owner == caller }).count < Self.mostActivities else { return false }
        let now = scheduler.now
        shownActivities.append(ShownActivity(state: shown, owner: caller, isPrivate: isPrivate, since: now, told: now))
        armActivityTimer()
        report(.activityShown(shown), redacted: isPrivate ? nil : .activityShown(shown))
        return true
    }

    /// Reports an activity's change, now or after `activityInterval`, since an extension may send any number of
    /// changes.
    private func tellActivity(at index: Int) {
        let activity = shownActivities[index]
        guard activity.news?.deadline == nil else { return }
        let next = activity.told.advanced(by: Self.activityInterval)
        guard next > scheduler.now else {
            shownActivities[index].told = scheduler.now
            report(.activityShown(activity.state), redacted: activity.isPrivate ? nil : .activityShown(activity.state))
            return
        }
        let news =
            activity.news
            ?? scheduler.makeTimer { [weak self, id = activity.state.id] in
                guard let self, let index = shownActivities.firstIndex(where: { $0.state.id == id }) else { return }
                tellActivity(at: index)
            }
        shownActivities[index].news = news
        news.arm(at: next)
    }

    public func endActivity(id: String, for caller: HostCaller) {
        guard let index = shownActivities.firstIndex(where: { $0.state.id == id && $0.owner == caller }) else { return }
        let ended = shownActivities.remove(at: index)
        ended.news?.cancel()
        report(.activityEnded(ended.state), redacted: ended.isPrivate ? nil : .activityEnded(ended.state))
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

    /// The current activities, the oldest first (C29), as seen by people in front of the panel.
    public var activities: [ActivityState] { activities(as: .panel) }

    func activities(as viewpoint: Viewpoint) -> [ActivityState] {
        shownActivities.filter { sees(viewpoint) || !$0.isPrivate }.map(\.state)
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
