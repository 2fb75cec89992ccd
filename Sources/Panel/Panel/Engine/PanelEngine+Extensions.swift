import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Appearance, disappearance and changes of extensions.
extension PanelEngine {
    /// The extensions' status, in the file's order.
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

    /// The most controls updated in one turn of the loop, since an extension may have thousands.
    private static let portion = 16

    private func extensionChanged(_ host: ExtensionHost) {
        findPlacementProblems(on: host)
        report(.extensionChanged(host.status))
        showFault(of: host)
        showMissingKinds(of: host)
        bringUpToDate(host, isNews: true)
    }

    /// Handles a change of the extension's placements.
    func placementsChanged(of host: ExtensionHost) {
        let before = host.status
        findPlacementProblems(on: host)
        if host.status != before { report(.extensionChanged(host.status)) }
        showMissingKinds(of: host)
        bringUpToDate(host, isNews: changes[host.grant.name]?.isNews ?? false)
    }

    /// Updates all controls of an extension.
    ///
    /// - Parameter isNews: whether the extension has appeared, disappeared or been described again. Otherwise the known
    ///   state of its controls is kept.
    private func bringUpToDate(_ host: ExtensionHost, isNews: Bool) {
        let own = (controls.slots + errands).filter { $0.remotes.contains { $0.host === host } }
        let listed = host.isReady && !host.isStock ? host.controls : []
        let change = ExtensionChange(host: host, isNews: isNews, slots: own, described: listed)
        // The new change replaces an unfinished one, which would report an old state.
        changes[host.grant.name] = change
        update(change)
        if host.isReady { tellWaiting() }
    }

    private func findPlacementProblems(on host: ExtensionHost) {
        let placed = controls.slots.filter { $0.extensionControl?.host === host }
        host.placementProblems = host.isReady ? placed.flatMap { placementProblems(of: $0, on: host) } : []
    }

    /// The parameters configured by a placement that its control does not have. The cause is an error in the panel's
    /// file, which the parser cannot detect, or a parameter of an earlier version.
    private func placementProblems(of slot: ControlSlot, on host: ExtensionHost) -> [String] {
        guard let place = slot.places.first, let described = host.described(slot.kind) else { return [] }
        return UnknownParameter.all(in: slot.reference.configuration, of: described).map { "\(place): \($0)" }
    }

    /// Updates the next portion of an extension's controls.
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
        // Kinds without a place are listed, too, with their preview value.
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

    /// Whether a control disappears from the list: its extension no longer has the kind, and the kind has no place.
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

    /// Reloads all placements of a kind after the return of its intent's `perform()` (C42 a: the placements share one
    /// state).
    ///
    /// - Parameter slot: a placement that received its value with the reply.
    func reloadPlacements(ofKind kind: String, but slot: ControlSlot? = nil) {
        for other in controls.ofKind(kind) where other !== slot { other.carrier?.reload() }
    }

    /// Reloads all kinds with a placement that performs one of these intents of an extension.
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

    /// Reloads a control after a push (C42 c: a push reloads).
    @discardableResult
    public func push(_ control: String) -> Bool {
        reload(control)
    }

    /// Sends an extension the list of its placements, if it has a push handler (C45: the full list after each change).
    private func tellPlacements(_ host: ExtensionHost) {
        guard host.controls.contains(where: \.wantsPushTokens) else { return }
        host.service.pushTokensChanged(placements(of: host))
    }

    /// The placed controls of an extension, with push tokens for the kinds that want them.
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
