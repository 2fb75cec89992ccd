import Configuration
import EventLoop
import Indicators
import LocalAPI

/// Where controls are, from the panel's start and when people change that.
extension PanelEngine {
    /// Why a control cannot be performed that neither the panel's file has any more, nor an extension of it.
    static let gone = "the panel has no such control any more"

    /// Makes the extensions' controls that are placed, and what stands for those that are gone.
    func attachPlacements() {
        for placed in placedOfOthers { controls.add(makeSlot(placed)) }
    }

    /// Goes on with another layout. What stays where it is goes on as it was, and so does all that is performed, but by
    /// a control that is placed nowhere any more.
    ///
    /// - Parameter panel: the panel as it is, but for what its buttons perform, its lights show and its lists have.
    public func rearrange(as panel: PanelDescription) {
        description = panel
        let changed = arrangeControls()
        arrangeLights(panel.lights)
        arrangeButtons(panel.buttons)
        arrangePanelLights()
        for slot in controls.slots { showInterlockFault(of: slot) }
        forgetPushTokens()
        // As when it has described itself anew: new controls are asked for their values, and it is told of its
        // placements.
        for host in hosts where changed.contains(host.grant.name) || changes[host.grant.name] != nil {
            placementsChanged(of: host)
        }
    }

    /// Controls that are not the file's own, with their names and places.
    private struct Placed {
        let name: String
        let reference: ControlReference
        let places: [String]
    }

    /// In the order of their first places.
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

    /// Finds the controls of the layout, makes those that are new, and ends those that are placed nowhere any more.
    ///
    /// - Returns: the extensions whose placements have changed.
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
                // What was shown of it while it stood nowhere may be old.
                if !wasPlaced { slot.extensionControl?.reload(ifOlderThan: .zero) }
                continue
            }
            for remote in slot.remotes { connect(slot, remote) }
        }
        for slot in old.slots where controls[slot.reference] !== slot {
            // A kind that is placed nowhere is listed all the same; that it has come to be so is for its host's change.
            if !slot.isPlaced, controls.all(slot.kind).isEmpty {
                controls.add(slot)
                continue
            }
            note(slot)
            end(slot)
        }
        return changed
    }

    /// Ends a control that is not there any more.
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
            // The panel's own light stays what it is.
            guard !description.showsPanel else { continue }
            let shown = description.shows.flatMap { controls[$0] }
            guard shown?.lights.contains(where: { $0 === light }) != true else { continue }
            for layer in LightLayer.allCases { light.light.clear(layer) }
            for slot in controls.slots { slot.lights.removeAll { $0 === light } }
            guard let shown else { continue }
            shown.lights.append(light)
            // Said anew to all of them, which is no news to the others.
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
