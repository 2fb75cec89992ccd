import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// The extensions of a panel: their appearance, disappearance and changes, and the services that the panel offers them.
@PanelActor
final class ExtensionRoster {
    private let controls: ControlSet
    private let tokens: PushTokens
    private let reports: PanelReports
    private let scheduler: any Scheduler
    /// The changes being applied to extensions' controls, by the extensions' names.
    private var changes: [String: ExtensionChange] = [:]
    /// The names of the extensions that a user's processes may speak for; without this function, none.
    var extensionsOfUser: (@PanelActor (UInt32) -> [String])?
    /// Called after an extension has become ready.
    var onReady: (@PanelActor () -> Void)?
    /// Asks the user to confirm a performance; returns `nil` if that is not possible.
    var onQuestion:
        (
            @PanelActor (_ performance: String, _ text: String?, @escaping @PanelActor (Bool) -> Void)
                -> (any ExtensionCall)?
        )?
    /// Shows how much of a performance is done.
    var onProgress: (@PanelActor (_ performance: String, _ completed: Double) -> Void)?
    /// Called after controls have been removed from the list.
    var onRemoval: (@PanelActor () -> Void)?

    init(_ controls: ControlSet, _ tokens: PushTokens, _ reports: PanelReports, scheduler: any Scheduler) {
        self.controls = controls
        self.tokens = tokens
        self.reports = reports
        self.scheduler = scheduler
    }

    /// The extensions, in the file's order.
    var hosts: [ExtensionHost] { controls.hosts }

    // MARK: Starting and stopping

    func start() {
        tokens.forget(allBut: controls)
        for host in hosts {
            host.changed = { [weak self, unowned host] in self?.extensionChanged(host) }
            // The panel has a stock extension only if the file needs the extension.
            let isAwaited =
                host.isStock || controls.slots.contains { $0.isPlaced && $0.extensionControl?.host === host }
            host.start(isAwaited: isAwaited)
        }
    }

    /// Stops the extensions. They stop before their controls: the end of a control's call would start the next
    /// control's call.
    func stop() {
        for host in hosts { host.stop() }
    }

    /// Ends unfinished changes, after the controls have stopped.
    func endChanges() {
        for change in changes.values { change.timer?.cancel() }
        changes = [:]
    }

    // MARK: Changes

    /// The most controls updated in one turn of the loop, since an extension may have thousands.
    private static let portion = 16

    private func extensionChanged(_ host: ExtensionHost) {
        findPlacementProblems(on: host)
        reports.events.report(.extensionChanged(host.status))
        showFault(of: host)
        showMissingKinds(of: host)
        bringUpToDate(host, isNews: true)
    }

    /// Handles a change of the layout: new controls are asked for their values, and the extensions receive their
    /// placements.
    ///
    /// - Parameter changed: the names of the extensions whose placements have changed.
    func placementsChanged(of changed: Set<String>) {
        tokens.forget(allBut: controls)
        for host in hosts where changed.contains(host.grant.name) || changes[host.grant.name] != nil {
            let before = host.status
            findPlacementProblems(on: host)
            if host.status != before { reports.events.report(.extensionChanged(host.status)) }
            showMissingKinds(of: host)
            bringUpToDate(host, isNews: changes[host.grant.name]?.isNews ?? false)
        }
    }

    /// Updates all controls of an extension.
    ///
    /// - Parameter isNews: whether the extension has appeared, disappeared or been described again. Otherwise the known
    ///   state of its controls is kept.
    private func bringUpToDate(_ host: ExtensionHost, isNews: Bool) {
        let own = (controls.slots + controls.delegated).filter { $0.remotes.contains { $0.host === host } }
        let listed = host.isReady && !host.isStock ? host.controls : []
        let change = ExtensionChange(isNews: isNews, slots: own[...], described: listed[...])
        // The new change replaces an unfinished one, which would report an old state.
        changes[host.grant.name] = change
        update(change, of: host)
        if host.isReady { onReady?() }
    }

    /// Finds the placements whose configuration their controls do not take. The cause is an error in the panel's file, which the
    /// parser cannot detect, a parameter of an earlier version, or something that the extension no longer has.
    private func findPlacementProblems(on host: ExtensionHost) {
        host.placementProblems = controls.slots.flatMap { problems(ofPlaced: $0, on: host) }
    }

    private func problems(ofPlaced slot: ControlSlot, on host: ExtensionHost) -> [String] {
        guard host.isReady, let control = slot.extensionControl, control.host === host, let place = slot.places.first,
            let described = host.described(slot.kind)
        else { return [] }
        let unknown = UnknownParameter.all(in: slot.reference.configuration, of: described)
        // A value of an unknown parameter does not reach the extension, which then lacks it.
        let refusal = unknown.isEmpty ? control.refusedConfiguration.map { slot.redacted(reason: $0) } : nil
        return (unknown + [refusal].compactMap(\.self)).map { "\(place): \($0)" }
    }

    /// Takes note of a changed control, whose extension may no longer have what the placement's configuration names.
    func controlChanged(_ slot: ControlSlot) {
        guard let host = slot.extensionControl?.host, let place = slot.places.first else { return }
        let known = host.placementProblems.filter { $0.hasPrefix("\(place): ") }
        guard problems(ofPlaced: slot, on: host) != known else { return }
        findPlacementProblems(on: host)
        reports.events.report(.extensionChanged(host.status))
    }

    /// Updates the next portion of an extension's controls.
    private func update(_ change: ExtensionChange, of host: ExtensionHost) {
        guard changes[host.grant.name] === change else { return }
        let slots = change.slots.prefix(Self.portion)
        change.slots.removeFirst(slots.count)
        let gone = host.isReady ? slots.filter { isGone($0, from: host) } : []
        if !gone.isEmpty {
            controls.remove(gone)
            onRemoval?()
        }
        for slot in slots where !gone.contains(where: { $0 === slot }) {
            for control in slot.remotes where control.host === host && (change.isNews || control.isUnasked) {
                control.hostChanged(isPlaced: slot.isPlaced || slot.declaration != nil)
            }
        }
        // Kinds without a place are listed, too, with their preview value, once all existing controls are up to date.
        let described = change.slots.isEmpty ? change.described.prefix(Self.portion) : []
        change.described.removeFirst(described.count)
        for described in described where controls.all(described.kind).isEmpty {
            let reference = ControlReference(kind: described.kind)
            let control = ExtensionControl(reference, host: host)
            let slot = ControlSlot(name: described.kind, reference: reference, places: [], origin: .remote(control))
            controls.add(slot)
            control.hostChanged(isPlaced: false)
        }
        guard change.slots.isEmpty, change.described.isEmpty else {
            change.timer = scheduler.makeTimer { [weak self, weak change] in
                if let self, let change { update(change, of: host) }
            }
            change.timer?.arm(at: scheduler.now)
            return
        }
        changes[host.grant.name] = nil
        if host.isReady { sendPlacements(host) }
    }

    /// Whether a control disappears from the list: its extension no longer has the kind, and the kind has no place.
    private func isGone(_ slot: ControlSlot, from host: ExtensionHost) -> Bool {
        slot.declaration == nil && !slot.isPlaced && slot.run == nil && host.described(slot.kind) == nil
    }

    // MARK: Push

    /// Sends an extension the list of its placements, if it has a push handler (C45: the full list after each change).
    private func sendPlacements(_ host: ExtensionHost) {
        guard host.controls.contains(where: \.wantsPushTokens) else { return }
        host.service?.pushTokensChanged(placements(of: host))
    }

    /// The push token of a control; `nil` for a control without a place, or whose value is the panel's own.
    func pushToken(of slot: ControlSlot) -> String? {
        guard slot.isPlaced || slot.declaration != nil else { return nil }
        return slot.remotes.first.map { tokens.token(of: $0.reference) }
    }

    /// Reloads the placements with a push token (C42).
    ///
    /// - Returns: `false` if no placement has the token.
    func push(_ token: String) -> Bool {
        let pushed = controls.slots.flatMap { $0.isPlaced || $0.declaration != nil ? $0.remotes : [] }
            .filter { tokens.isToken(token, of: $0.reference) }
        for control in pushed { control.reload() }
        return !pushed.isEmpty
    }

    /// The placed controls of an extension, with push tokens for the kinds that want them.
    private func placements(of host: ExtensionHost) -> [PlacedControl] {
        let wanting = Set(host.controls.lazy.filter(\.wantsPushTokens).map(\.kind))
        var seen: Set<ControlReference> = []
        return controls.slots.flatMap { slot in slot.isPlaced || slot.declaration != nil ? slot.remotes : [] }
            .filter { $0.host === host }.map(\.reference).filter { seen.insert($0).inserted }.map { reference in
                PlacedControl(
                    kind: reference.kind, configuration: reference.configuration,
                    pushToken: wanting.contains(reference.kind) ? tokens.token(of: reference) : nil)
            }
    }

    // MARK: Faults

    /// Begins or ends the fault of an extension: disappeared, overdue, not working properly, or by its own report.
    private func showFault(of host: ExtensionHost) {
        let part = PanelFault.Part.extension(host.grant.name)
        switch host.state {
        case .ready:
            guard let reported = host.reported else { return reports.faults.end(part) }
            reports.faults.begin(part, .extension(reported))
        case .failing: reports.faults.begin(part, .extension(host.detail ?? "does not answer"))
        // An extension that has not appeared yet may still be starting; a known or overdue extension is missed.
        case .absent where host.isOverdue || !host.controls.isEmpty:
            reports.faults.begin(part, .extension(host.detail ?? "has gone"))
        case .absent, .starting: break
        }
    }

    /// Begins a fault for each placed kind that its extension does not have. The fault ends when the extension has the
    /// kind or the placement is gone.
    private func showMissingKinds(of host: ExtensionHost) {
        guard host.isKnown, !host.isStock else { return }
        let missing = Set(
            controls.slots.filter { $0.isPlaced && $0.extensionControl?.host === host }.map(\.kind)
                .filter { host.described($0) == nil })
        for case .control(let kind) in reports.faults.all(seesPrivate: false).map(\.part)
        where host.grant.covers(kind) && !missing.contains(kind) {
            reports.faults.end(.control(kind))
        }
        for kind in missing.sorted() {
            reports.faults.begin(.control(kind), .extension(host.words(onMissing: kind)))
        }
    }
}

/// A change of an extension, applied to the extension's controls in portions.
@PanelActor
private final class ExtensionChange {
    /// Whether the extension itself has changed, and not only the places of its controls.
    let isNews: Bool
    /// The existing controls that are still to be updated.
    var slots: ArraySlice<ControlSlot>
    /// The described controls that are still to be listed.
    var described: ArraySlice<DescribedControl>
    /// Fires when the next portion is due.
    var timer: PanelTimer?

    init(isNews: Bool, slots: ArraySlice<ControlSlot>, described: ArraySlice<DescribedControl>) {
        self.isNews = isNews
        self.slots = slots
        self.described = described
    }
}

/// The panel's services for extensions; each extension reaches its own kinds only.
extension ExtensionRoster: HostService {
    func reload(kind: String?, for caller: HostCaller) -> Bool {
        let own = hosts(of: caller)
        // A source names its kinds without the domain.
        let kinds = kind.map { kind in own.map { ControlKind.onPanel(kind, in: $0.grant.domain) } }
        let reloaded = controls.slots.flatMap(\.remotes).filter { control in
            own.contains { $0 === control.host } && kinds?.contains(control.reference.kind) ?? true
        }
        for control in reloaded { control.reload() }
        guard let kind, reloaded.isEmpty else { return true }
        // A kind that has no place is the caller's unless it lies in the domain of others.
        let isOthers =
            ControlKind.lies(kind, in: controls.description.domain)
            || controls.hosts.contains { host in host.grant.covers(kind) && !own.contains { $0 === host } }
        return !own.isEmpty && !isOthers
    }

    func update(kind: String, to values: [PlacedValue], for caller: HostCaller) -> Bool {
        guard hosts(of: caller).contains(where: { $0.grant.covers(kind) }) else { return false }
        let values = Dictionary(values.map { ($0.configuration, $0) }) { $1 }
        for control in controls.slots.flatMap(\.remotes) where control.reference.kind == kind {
            if let value = values[control.reference.configuration] { control.update(to: value.evaluation) }
        }
        return true
    }

    func currentControls(for caller: HostCaller) -> [PlacedControl] { hosts(of: caller).flatMap(placements) }

    func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall {
        if let call = onQuestion?(performance, dialog, completion) { return call }
        completion(false)
        return LimitedCall()
    }

    func progress(of performance: String, _ completed: Double) { onProgress?(performance, completed) }

    func show(_ activity: ActivityState, for caller: HostCaller) -> Bool {
        // A control's kind is reserved for its timer, even while the timer is off. A different answer would reveal the
        // timer's state.
        guard !hosts(of: caller).isEmpty, controls.description.control(activity.id) == nil else { return false }
        return reports.activities.show(activity, for: caller, isPrivate: false)
    }

    func report(_ problem: String?, of name: String, for caller: HostCaller) {
        let text = problem.map { ShownText.line($0) }
        for host in hosts(of: caller) where host.grant.name == name && host.reported != text {
            host.reported = text
            reports.events.report(.extensionReported(host.status))
            showFault(of: host)
            controls.checkMissingValues()
        }
    }

    func endActivity(id: String, for caller: HostCaller) { reports.activities.end(id: id, for: caller) }

    private func hosts(of caller: HostCaller) -> [ExtensionHost] {
        let names: [String]
        switch caller {
        case .hosted(let name): names = [name]
        case .user(let user): names = extensionsOfUser?(user) ?? []
        }
        return hosts.filter { names.contains($0.grant.name) }
    }
}
