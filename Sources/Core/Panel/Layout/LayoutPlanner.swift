import Authentication
import Configuration
import ControlModel
import EventLoop
import Layout
import LocalAPI

/// Resolves the names of controls and places in requested layout changes, and lists the layout for clients.
@PanelActor
struct LayoutPlanner {
    let gate: AccessGate

    private var controls: ControlSet { gate.controls }
    private var description: PanelDescription { controls.description }

    // MARK: Requested changes

    /// Resolves a requested change.
    ///
    /// - Throws: the reason why the change is impossible: an unknown name, or an invalid configuration.
    func change(_ change: RequestedChange, of layout: PanelLayout) throws(LayoutRefusal) -> LayoutChange {
        switch change {
        case .place(let control, let place, let configuration, let size):
            let reference = try reference(to: control, configuration: configuration)
            return .place(reference, try layout.knownPlace(place), size: size)
        case .move(let place, let target):
            return .move(try layout.knownPlace(place), to: try layout.knownPlace(target))
        case .resize(let place, let size): return .resize(try layout.knownPlace(place), size)
        case .remove(let place): return .remove(try layout.knownPlace(place))
        case .configure(let text, let values, let defaults):
            let place = try layout.knownPlace(text)
            var reference = try layout.control(at: place)
            // The extension may have dropped parameters since; the user need not remove their values one by one.
            if let known = controls.host(of: reference.kind)?.described(reference.kind)?.parameters.map(\.name) {
                reference.configuration = reference.configuration.filter { known.contains($0.key) }
            }
            reference.configuration.merge(values) { $1 }
            for name in defaults { reference.configuration[name] = nil }
            try check(reference, named: reference.kind)
            return .configure(place, reference.configuration)
        case .reset(nil): return .reset(nil)
        case .reset(let place?): return .reset(try layout.knownPlace(place).surface)
        }
    }

    /// Resolves the control to be placed.
    ///
    /// - Parameters:
    ///   - name: a key, a kind, or the name or place of a placed control whose configuration is copied.
    ///   - configuration: the new configuration; `nil` if the user has given none.
    private func reference(
        to name: String, configuration: [String: IntentValue]?
    ) throws(LayoutRefusal) -> ControlReference {
        let placed = controls[name]
        let kind = description.control(name)?.kind ?? placed?.kind ?? name
        var reference = ControlReference(kind: kind, configuration: configuration ?? [:])
        if configuration == nil, let placed, name != kind { reference = placed.reference }
        try check(reference, named: name)
        return reference
    }

    /// Checks whether a control can be placed with its configuration.
    private func check(_ reference: ControlReference, named name: String) throws(LayoutRefusal) {
        if let problem = reference.configurationProblem {
            throw .configuration(parameter: problem.parameter, reason: problem.reason, nearest: nil)
        }
        if description.control(reference.kind) != nil {
            return try ParameterCheck(parameters: []).check(reference.configuration)
        }
        let noSuchControl = LayoutRefusal.noSuchControl(name, nearest: nearest(to: name))
        guard let host = controls.host(of: reference.kind) else { throw noSuchControl }
        guard let described = host.described(reference.kind) else {
            if host.isKnown { throw noSuchControl }
            throw .refused(reason: "\(host.absence), and which controls it has is not known yet")
        }
        try ParameterCheck(parameters: described.parameters).check(reference.configuration)
    }

    /// The control that an unknown name probably means; `nil` if nothing is similar.
    func nearest(to name: String) -> String? {
        // Everybody may ask for a name, so that a private title counts as unknown.
        let titled = description.key(ofTitle: name).flatMap { description.control($0) }
        if let titled, titled.privacy != .label { return titled.key }
        return NearestWord.to(name, among: placeableNames)
    }

    /// The title of a control and its name in a layout, for people.
    func words(for kind: String) -> String {
        let title = description.control(kind)?.title ?? controls.host(of: kind)?.described(kind)?.displayName
        return title.map { "'\($0)' (\(name(of: kind)))" } ?? kind
    }

    /// The names of all controls that can be placed.
    private var placeableNames: [String] {
        description.controls.flatMap { [$0.key, $0.kind] } + controls.hosts.flatMap { $0.controls.map(\.kind) }
    }

    // MARK: Guards

    /// Whether a control needs a PIN in at least one direction, so that changing its places needs one, too (A5).
    ///
    /// For an extension's control, the extension's preview and all placements of the kind decide. A control without a
    /// description counts as guarded, and so does a configuration whose intent is still unknown.
    func isGuarded(_ reference: ControlReference) -> Bool {
        if controls.ofKind(reference.kind).contains(where: { gate.neededAuthentication(of: $0, goingTo: nil) > .none })
        {
            return true
        }
        guard description.control(reference.kind) == nil, let host = controls.host(of: reference.kind) else {
            return false
        }
        let known = controls[reference]?.extensionControl
        let intent = known?.valueTime == nil ? nil : known?.evaluation?.intent
        if intent == nil, isAnybodyEnrolled, !reference.configuration.isEmpty { return true }
        guard let intent = intent ?? host.described(reference.kind)?.preview?.intent else { return true }
        return ControlAuthentication(intent.authentication) > .none
    }

    /// Whether a person has a PIN; without one, guarded controls cannot be performed.
    private var isAnybodyEnrolled: Bool { gate.lock.map { $0.gatekeeper.fault != .nobodyEnrolled } ?? false }

    /// The name of a control in a layout: its key in the file, or the kind of an extension's control.
    func name(of kind: String) -> String { description.control(kind)?.key ?? kind }

    // MARK: Listing

    /// A place and its control, for clients.
    func item(
        _ place: LayoutPlace, _ entry: LayoutEntry?, isByHand: Bool, as viewpoint: Viewpoint
    ) -> LayoutItem {
        let control = entry.map { entry in
            let kind = entry.reference.kind
            let own = description.control(kind)
            let seesPrivate = gate.sees(viewpoint)
            let title = own?.privacy == .label && !seesPrivate ? description.name : own?.title
            let isHidden = !seesPrivate && controls[entry.reference]?.snapshot.privacy.hasWords == true
            return LayoutItem.Control(
                reference: name(of: kind), kind: kind,
                displayName: title ?? controls.host(of: kind)?.described(kind)?.displayName ?? kind,
                configuration: isHidden ? [:] : entry.reference.configuration, size: entry.size,
                problem: problem(of: entry.reference, as: viewpoint), note: note(on: entry.reference))
        }
        return LayoutItem(place: place.description, isByHand: isByHand, control: control)
    }

    /// Why a placed control cannot be performed because of its placement (P4: an incomplete control says why); `nil`
    /// otherwise.
    private func problem(of reference: ControlReference, as viewpoint: Viewpoint) -> String? {
        if description.control(reference.kind) != nil { return nil }
        guard let host = controls.host(of: reference.kind) else { return ControlSlot.hasGone }
        guard let described = host.described(reference.kind) else {
            return host.isKnown ? "the extension '\(host.grant.name)' has no such control any more" : host.absence
        }
        let slot = controls[reference]
        var problem = ParameterCheck(parameters: described.parameters).missing(in: reference.configuration)
        // The extension's evaluation can find problems that its parameters' description does not show.
        if problem == nil, host.isReady, let evaluation = slot?.extensionControl?.evaluation, evaluation.intent == nil {
            problem = evaluation.control.failure ?? "its configuration is not complete"
        }
        guard let slot, !gate.sees(viewpoint) else { return problem }
        return problem.map { slot.redacted(reason: $0) }
    }

    /// The ignored part of a configuration: values of parameters that the control no longer has, or does not have yet.
    private func note(on reference: ControlReference) -> String? {
        guard let described = controls.host(of: reference.kind)?.described(reference.kind) else { return nil }
        let unknown = UnknownParameter.all(in: reference.configuration, of: described)
        return unknown.isEmpty ? nil : unknown.joined(separator: "; ")
    }
}

extension PanelLayout {
    fileprivate func knownPlace(_ text: String) throws(LayoutRefusal) -> LayoutPlace {
        do throws(LayoutError) { return try place(text) } catch { throw .layout(error) }
    }

    fileprivate func control(at place: LayoutPlace) throws(LayoutRefusal) -> ControlReference {
        do throws(LayoutError) { return try entry(at: place).reference } catch { throw .layout(error) }
    }
}
