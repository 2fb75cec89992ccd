import Configuration
import EventLoop
import Indicators
import LocalAPI

/// Controls' places, at the start and after changes of the layout.
extension PanelEngine {
    /// Why a control cannot be performed after its removal from the panel's file or from its extension.
    static let gone = "the panel has no such control any more"

    /// Adds the placed controls of extensions, and stand-ins for removed controls.
    func attachPlacements() {
        for placed in placedOfOthers { controls.add(makeSlot(placed)) }
    }

    /// Changes the layout while the panel runs. Controls that remain in their places continue without an interruption,
    /// and so do performances. Only a performance of a control without a place ends.
    ///
    /// - Parameter panel: the same panel with other actions of buttons, controls of lights and contents of lists.
    public func rearrange(as panel: PanelDescription) {
        description = panel
        let changed = arrangeControls()
        arrangeLights(panel.lights)
        arrangeButtons(panel.buttons)
        arrangePanelLights()
        for slot in controls.slots { showInterlockFault(of: slot) }
        forgetPushTokens()
        // As after a new description, new controls are asked for their values, and the extension receives its
        // placements.
        for host in hosts where changed.contains(host.grant.name) || changes[host.grant.name] != nil {
            placementsChanged(of: host)
        }
    }

    /// A control from outside the panel's file, with its name and places.
    private struct Placed {
        let name: String
        let reference: ControlReference
        let places: [String]
    }

    /// The placed controls from outside the panel's file, in the order of their first places.
    private var placedOfOthers: [Placed] {
        let own = Set(description.controls.map(\.kind))
        let places = places
        var order: [ControlReference] = []
        var seen: Set<ControlReference> = []
        for placement in description.placements where !own.contains(placement.reference.kind) {
            if seen.insert(placement.reference).inserted { order.append(placement.reference) }
        }
        let counts = Dictionary(grouping: order, by: \.kind).mapValues(\.count)
        return order.compactMap { reference in
            guard let places = places[reference], let first = places.first else { return nil }
            let isOnly = counts[reference.kind] == 1
            return Placed(
                name: isOnly ? reference.kind : "\(reference.kind)@\(first)", reference: reference, places: places)
        }
    }

    /// The places of each control.
    var places: [ControlReference: [String]] {
        Dictionary(description.placements.map { ($0.reference, [$0.place]) }, uniquingKeysWith: +)
    }

    private func makeSlot(_ placed: Placed) -> ControlSlot {
        let host = host(of: placed.reference.kind)
        return ControlSlot(
            name: placed.name, reference: placed.reference, places: placed.places,
            origin: host.map { .extension(ExtensionControl(placed.reference, host: $0)) } ?? .gone(Self.gone))
    }

    // MARK: Controls

    /// Applies the layout to the controls: adds new controls, and ends controls without a place.
    ///
    /// - Returns: the names of the extensions whose placements have changed.
    private func arrangeControls() -> Set<String> {
        let old = controls
        let places = places
        var changed: Set<String> = []
        func note(_ slot: ControlSlot) {
            if let host = slot.extensionControl?.host { changed.insert(host.grant.name) }
        }
        controls = ControlDirectory()
        for slot in old.slots where slot.declaration != nil {
            slot.move(to: places[slot.reference, default: []], name: slot.name)
            controls.add(slot)
        }
        for placed in placedOfOthers {
            let known = old[placed.reference]
            let slot = known ?? makeSlot(placed)
            if known == nil || slot.places != placed.places || slot.name != placed.name { note(slot) }
            let wasPlaced = slot.isPlaced
            slot.move(to: placed.places, name: placed.name)
            controls.add(slot)
            guard known == nil else {
                // Without a place, the control was not reloaded, so its value may be old.
                if !wasPlaced { slot.extensionControl?.reload(ifOlderThan: .zero) }
                continue
            }
            for remote in slot.remotes { connect(slot, remote) }
        }
        for slot in old.slots where controls[slot.reference] !== slot {
            // A described kind stays in the list without a place; the host's own change removes kinds that no longer
            // exist.
            if !slot.isPlaced, controls.all(slot.kind).isEmpty {
                controls.add(slot)
                continue
            }
            note(slot)
            end(slot)
        }
        return changed
    }

    /// Ends a control that has lost its place.
    private func end(_ slot: ControlSlot) {
        if let run = slot.run {
            slot.run = nil
            forget(run)
            run.end(.failed("it was taken away; whether it was done is not known"))
        }
        slot.extensionControl?.stop()
    }

    // MARK: Lights and buttons

    private func arrangeLights(_ descriptions: [LightDescription]) {
        for (light, description) in zip(lights, descriptions) {
            light.description = description
            // The panel's status lights do not change with the layout.
            guard !description.showsPanel else { continue }
            let shown = description.shows.flatMap { controls[$0] }
            guard shown?.lights.contains(where: { $0 === light }) != true else { continue }
            for layer in LightLayer.allCases { light.light.clear(layer) }
            for slot in controls.slots { slot.lights.removeAll { $0 === light } }
            guard let shown else { continue }
            shown.lights.append(light)
            // The control's other lights receive the same state again, which is harmless.
            shown.showsFault = false
            showState(of: shown)
            showConfirmation(of: shown)
            showFault(of: shown)
        }
    }

    private func arrangeButtons(_ descriptions: [ButtonDescription]) {
        for (button, description) in zip(buttons, descriptions) where description != button.description {
            endHold(of: button)
            button.bind(description)
        }
        for slot in controls.slots { slot.brokenButtons = [] }
        for case .button(let name) in faults.map(\.part) {
            let button = buttons.first { $0.description.name == name }
            button.flatMap { feedbackSlot(of: $0) }?.brokenButtons.insert(name)
        }
        for slot in controls.slots { showFault(of: slot) }
    }
}
