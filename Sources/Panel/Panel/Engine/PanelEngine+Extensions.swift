import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Extensions that come, go, and change what they have.
extension PanelEngine {
    /// The extensions, in the file's order.
    public var extensions: [ExtensionStatus] { hosts.map(\.status) }

    func connect(_ host: ExtensionHost) {
        host.changed = { [weak self, unowned host] in self?.extensionChanged(host) }
    }

    func connect(_ slot: ControlSlot, _ control: ExtensionControl) {
        control.changed = { [weak self, unowned slot] in self?.refresh(slot) }
        control.missed = { [weak self, unowned slot] reason in
            guard let self, !isOfDuress(slot) else { return }
            report(
                .valueMissed(kind: slot.name, reason: reason),
                redacted: .valueMissed(kind: slot.name, reason: slot.redacted(reason: reason)))
        }
    }

    /// How many controls are brought up to date in one turn of the loop: an extension may have thousands.
    private static let portion = 16

    private func extensionChanged(_ host: ExtensionHost) {
        findPlacementProblems(on: host)
        report(.extensionChanged(host.status))
        showFault(of: host)
        showMissingKinds(of: host)
        bringUpToDate(host, isNews: true)
    }

    /// Others of its controls are placed now.
    func placementsChanged(of host: ExtensionHost) {
        let before = host.status
        findPlacementProblems(on: host)
        if host.status != before { report(.extensionChanged(host.status)) }
        showMissingKinds(of: host)
        bringUpToDate(host, isNews: changes[host.grant.name]?.isNews ?? false)
    }

    /// Brings all that is asked of an extension up to date with what it is now.
    ///
    /// - Parameter isNews: Whether it has come, gone, or been described anew: else what is known of its controls stays.
    private func bringUpToDate(_ host: ExtensionHost, isNews: Bool) {
        let own = (controls.slots + errands).filter { $0.remotes.contains { $0.host === host } }
        let listed = host.isReady && !host.isStock ? host.controls : []
        let change = ExtensionChange(host: host, isNews: isNews, slots: own, described: listed)
        // In place of one that is not finished: it would tell what is no longer so.
        changes[host.grant.name] = change
        update(change)
        if host.isReady { tellWaiting() }
    }

    private func findPlacementProblems(on host: ExtensionHost) {
        let placed = controls.slots.filter { $0.extensionControl?.host === host }
        host.placementProblems = host.isReady ? placed.flatMap { placementProblems(of: $0, on: host) } : []
    }

    /// What a placement configures that its control does not have: a slip in the panel's file, which the file's reader
    /// cannot know as such, or something that an earlier version of the control had.
    private func placementProblems(of slot: ControlSlot, on host: ExtensionHost) -> [String] {
        guard let place = slot.places.first, let described = host.described(slot.kind) else { return [] }
        return UnknownParameter.all(in: slot.reference.configuration, of: described).map { "\(place): \($0)" }
    }

    /// Brings the next portion of an extension's controls up to date.
    private func update(_ change: ExtensionChange) {
        let host = change.host
        guard changes[host.grant.name] === change else { return }
        let slots = change.takeSlots(Self.portion)
        let gone = host.isReady ? slots.filter { isGone($0, from: host) } : []
        if !gone.isEmpty { unlist(gone) }
        for slot in slots where !gone.contains(where: { $0 === slot }) {
            for control in slot.remotes where control.host === host && (change.isNews || control.isUnasked) {
                control.hostChanged(isPlaced: slot.isPlaced || slot.declaration != nil)
            }
        }
        // Kinds that are placed nowhere are listed all the same, with their preview value.
        for described in change.takeDescribed(Self.portion) where controls.all(described.kind).isEmpty {
            let reference = ControlReference(kind: described.kind)
            let control = ExtensionControl(reference, host: host)
            let slot = ControlSlot(name: described.kind, reference: reference, places: [], origin: .extension(control))
            controls.add(slot)
            connect(slot, control)
            control.hostChanged(isPlaced: false)
        }
        guard change.isDone else {
            change.timer = scheduler.makeTimer { [weak self, weak change] in
                if let self, let change { update(change) }
            }
            change.timer?.arm(at: scheduler.now)
            return
        }
        changes[host.grant.name] = nil
        if host.isReady { tellPlacements(host) }
    }

    /// Kinds that an extension has no more, and that are placed nowhere, are not listed.
    private func isGone(_ slot: ControlSlot, from host: ExtensionHost) -> Bool {
        slot.declaration == nil && !slot.isPlaced && slot.run == nil && host.described(slot.kind) == nil
    }

    private func unlist(_ gone: [ControlSlot]) {
        controls.remove(gone)
        for slot in gone {
            slot.extensionControl?.stop()
            report(.controlRemoved(name: slot.name))
        }
        for slot in controls.slots { showInterlockFault(of: slot) }
    }

    // MARK: Reloading

    /// Reloads all placements of a kind: its intent's `perform()` has returned, and one truth lies behind them (C42 a).
    ///
    /// - Parameter slot: One of them, whose value has come with the answer.
    func reloadPlacements(ofKind kind: String, but slot: ControlSlot? = nil) {
        for other in controls.ofKind(kind) where other !== slot { other.carrier?.reload() }
    }

    /// Reloads the kinds any of whose placements performs one of these intents of an extension.
    func reloadPlacements(performing intents: Set<String>, of host: ExtensionHost) {
        let kinds = controls.slots.compactMap { slot -> String? in
            guard let control = slot.extensionControl, control.host === host,
                let intent = control.evaluation?.intent, intents.contains(intent.type)
            else { return nil }
            return slot.kind
        }
        for kind in Set(kinds) { reloadPlacements(ofKind: kind) }
    }

    // MARK: Push

    /// A push has come for a control: it is reloaded (C42 c).
    @discardableResult
    public func push(_ control: String) -> Bool {
        reload(control)
    }

    /// Tells an extension where its controls are, if it wants to know (C45).
    private func tellPlacements(_ host: ExtensionHost) {
        guard host.controls.contains(where: \.wantsPushTokens) else { return }
        host.service.pushTokensChanged(placements(of: host))
    }

    /// The placed controls of an extension, with the push tokens of those that want some.
    func placements(of host: ExtensionHost) -> [PlacedControl] {
        let wanting = Set(host.controls.lazy.filter(\.wantsPushTokens).map(\.kind))
        var seen: Set<ControlReference> = []
        return controls.slots.flatMap { slot in slot.isPlaced || slot.declaration != nil ? slot.remotes : [] }
            .filter { $0.host === host }.map(\.reference).filter { seen.insert($0).inserted }.map { reference in
                PlacedControl(
                    kind: reference.kind, configuration: reference.configuration,
                    pushToken: wanting.contains(reference.kind) ? pushToken(of: reference) : nil)
            }
    }
}
