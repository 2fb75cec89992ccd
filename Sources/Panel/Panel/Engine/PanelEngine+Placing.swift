import Authentication
import Configuration
import ControlModel
import EventLoop
import Layout
import LocalAPI

/// What the layout needs to know of the panel's controls.
extension PanelEngine {
    // MARK: Wishes

    /// The change that people wish for.
    ///
    /// - Throws: why there is none: something that they name is not there, or a control cannot be configured so.
    func change(_ wish: LayoutWish, of layout: PanelLayout) throws(LayoutRefusal) -> LayoutChange {
        switch wish {
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
            // Its author may have dropped some since they were given; nobody need take them back one by one.
            if let known = host(of: reference.kind)?.described(reference.kind)?.parameters.map(\.name) {
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

    /// The control that people mean, to be placed.
    ///
    /// - Parameters:
    ///   - name: its key, its kind, or the name or place of one that is placed, which is then to be configured alike.
    ///   - configuration: what it is to be configured with; `nil` where people have not said.
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

    /// Whether a control can be placed so.
    private func check(_ reference: ControlReference, named name: String) throws(LayoutRefusal) {
        if let problem = reference.configurationProblem {
            throw .configuration(parameter: problem.parameter, reason: problem.reason, nearest: nil)
        }
        if description.control(reference.kind) != nil {
            return try ParameterCheck(parameters: []).check(reference.configuration)
        }
        let noSuchControl = LayoutRefusal.noSuchControl(name, nearest: NearestWord.to(name, among: placeableNames))
        guard let host = host(of: reference.kind) else { throw noSuchControl }
        guard let described = host.described(reference.kind) else {
            if host.isKnown { throw noSuchControl }
            throw .refused(reason: "\(host.absence), and which controls it has is not known yet")
        }
        try ParameterCheck(parameters: described.parameters).check(reference.configuration)
    }

    /// All names of controls that can be placed.
    var placeableNames: [String] {
        description.controls.flatMap { [$0.key, $0.kind] } + hosts.flatMap { $0.controls.map(\.kind) }
    }

    /// The extension that a control of this kind comes from; `nil` for one of the panel's file, and for what carries
    /// those out.
    func host(of kind: String) -> ExtensionHost? {
        hosts.first { $0.grant.covers(kind) && !$0.isStock }
    }

    // MARK: Guards

    /// Whether a control needs a PIN in either direction, so that to change where it is needs one, too (A5).
    ///
    /// The extension's preview and all placements of the kind decide for an extension's control. A control of which the
    /// extension has said nothing counts as guarded, and so does a configuration whose intent the panel does not know yet.
    func isGuarded(_ reference: ControlReference) -> Bool {
        if controls.ofKind(reference.kind).contains(where: { neededAuthentication(of: $0, goingTo: nil) > .none }) {
            return true
        }
        guard description.control(reference.kind) == nil, let host = host(of: reference.kind) else { return false }
        let known = controls[reference]?.extensionControl
        let intent = known?.valueTime == nil ? nil : known?.evaluation?.intent
        if intent == nil, isAnybodyEnrolled, !reference.configuration.isEmpty { return true }
        guard let intent = intent ?? host.described(reference.kind)?.preview?.intent else { return true }
        return ControlAuthentication(intent.authentication) > .none
    }

    /// Whether anybody has a PIN, without which nothing guarded is performed.
    private var isAnybodyEnrolled: Bool { lock.map { $0.gatekeeper.fault != .nobodyEnrolled } ?? false }

    /// The name of a control in a layout: its key in the file, or the kind of an extension's control.
    func layoutName(of kind: String) -> String { description.control(kind)?.key ?? kind }

    // MARK: Telling

    /// A place with what is there.
    func layoutItem(
        _ place: LayoutPlace, _ entry: LayoutEntry?, isByHand: Bool, as viewpoint: Viewpoint
    ) -> LayoutItem {
        let control = entry.map { entry in
            let kind = entry.reference.kind
            let own = description.control(kind)
            let title = own?.privacy == .label && !sees(viewpoint) ? description.name : own?.title
            return LayoutItem.Control(
                reference: layoutName(of: kind), kind: kind,
                displayName: title ?? host(of: kind)?.described(kind)?.displayName ?? kind,
                configuration: entry.reference.configuration, size: entry.size,
                problem: problem(of: entry.reference, as: viewpoint), note: note(on: entry.reference))
        }
        return LayoutItem(place: place.description, isByHand: isByHand, control: control)
    }

    /// Why a placed control cannot be performed, as far as its placement is to blame (P4); `nil` where it is not.
    private func problem(of reference: ControlReference, as viewpoint: Viewpoint) -> String? {
        if description.control(reference.kind) != nil { return nil }
        guard let host = host(of: reference.kind) else { return Self.gone }
        guard let described = host.described(reference.kind) else {
            return host.isKnown ? "the extension '\(host.grant.name)' has no such control any more" : host.absence
        }
        if let missing = ParameterCheck(parameters: described.parameters).missing(in: reference.configuration) {
            return missing
        }
        // The extension knows more of its values than it has said of its parameters.
        guard host.isReady, let slot = controls[reference], let evaluation = slot.extensionControl?.evaluation,
            evaluation.intent == nil
        else { return nil }
        let failure = evaluation.control.failure ?? "its configuration is not complete"
        return sees(viewpoint) ? failure : slot.redacted(reason: failure)
    }

    /// What of a configuration counts for nothing: values of parameters that the control has no more, or does not have
    /// yet.
    private func note(on reference: ControlReference) -> String? {
        guard let described = host(of: reference.kind)?.described(reference.kind) else { return nil }
        let unknown = UnknownParameter.all(in: reference.configuration, of: described)
        return unknown.isEmpty ? nil : unknown.map(\.description).joined(separator: "; ")
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
