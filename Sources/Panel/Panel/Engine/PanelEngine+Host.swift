import Configuration
import ControlModel
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

    /// Changes of one activity that follow one another sooner are told as one: as often as a person can read it.
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
        // A control's identity is its timer's alone, whether that runs or not: nobody is to find out by trying.
        guard !hosts(of: caller).isEmpty, description.control(activity.id) == nil else { return false }
        return show(activity, for: caller, isPrivate: false)
    }

    /// Shows an activity, or what has changed of it.
    ///
    /// - Parameter isPrivate: whether it tells the state of a control that is private.
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

    /// Tells of an activity's change, now or as soon as may be; an extension may bring any number of them.
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

    /// What goes on, the oldest first (C29), as those in front of the panel see it.
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
