import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// The controls that can be placed (P3: every kind with its preview, grouped by extension).
@PanelActor
struct Gallery {
    let planner: LayoutPlanner

    private var gate: AccessGate { planner.gate }
    private var controls: ControlSet { gate.controls }
    private var description: PanelDescription { controls.description }

    /// The controls of one source.
    private struct Group {
        let name: String
        /// The control at an index; `nil` after the last one. The extension may have fewer controls than before.
        let control: @PanelActor (Int) -> GalleryControl?
    }

    /// The gallery: groups sorted by name, and within a group the order of the file or of the extension's bundle.
    ///
    /// - Parameters:
    ///   - search: words that must all occur, in any letter case; empty for all controls.
    ///   - viewpoint: the audience.
    /// - Returns: an iterator over the controls, since a gallery may have thousands.
    func list(search: String, as viewpoint: Viewpoint) -> @PanelActor () -> GalleryControl? {
        let places = Dictionary(grouping: description.placements, by: \.reference.kind).mapValues { $0.map(\.place) }
        let own = Group(name: description.name) { index in
            description.controls.indices.contains(index) ? galleryControl(description.controls[index], places) : nil
        }
        let groups =
            [own]
            + controls.hosts.filter { !$0.isStock }.map { host in
                Group(name: host.displayName) { index in
                    host.controls.indices.contains(index)
                        ? galleryControl(host.controls[index], of: host, places) : nil
                }
            }
        let order = groups.enumerated().map { (name: $1.name, number: $0) }.sorted { left, right in
            (left.name.lowercased(), left.name, left.number) < (right.name.lowercased(), right.name, right.number)
        }
        var rest = order.map { groups[$0.number] }[...]
        var index = 0
        let words = search.lowercased().split(whereSeparator: \.isWhitespace)
        return {
            while let group = rest.first {
                guard let found = group.control(index) else {
                    rest.removeFirst()
                    index = 0
                    continue
                }
                index += 1
                let control = gate.sees(viewpoint) ? found : redacted(found)
                if words.isEmpty { return control }
                let text = control.searchedText
                if words.allSatisfy(text.contains) { return control }
            }
            return nil
        }
    }

    /// The control for viewers who may not see private content (A3). The gallery shows no state, so that a private state
    /// alone hides nothing.
    private func redacted(_ control: GalleryControl) -> GalleryControl {
        guard control.snapshot.privacy.hasWords else { return control }
        var shown = control
        if let slot = controls.all(control.snapshot.kind).first, slot.declaration != nil {
            shown.snapshot = slot.redaction(of: control.snapshot)
        } else {
            shown.snapshot = control.snapshot.redacted(rest: control.snapshot)
            shown.snapshot.failure = shown.snapshot.failure.map { _ in ControlSlot.privateReason }
            shown.parameters = control.parameters.map(\.withoutWords)
        }
        shown.snapshot.freshness = .preview
        return shown
    }

    private func galleryControl(_ control: ControlDescription, _ places: [String: [String]]) -> GalleryControl {
        // The gallery shows the inactive state, whatever the current state is.
        let snapshot = ControlSnapshot(
            control, isOn: control.hasState ? false : nil, isRunning: false, freshness: .preview)
        return GalleryControl(
            group: description.name, key: control.key, snapshot: snapshot, places: places[control.kind, default: []])
    }

    private func galleryControl(
        _ control: DescribedControl, of host: ExtensionHost, _ places: [String: [String]]
    ) -> GalleryControl {
        var snapshot =
            control.preview?.control
            ?? ControlSnapshot(
                kind: control.kind, displayName: control.displayName, template: .button, title: control.displayName,
                hint: ControlHint.button(displayName: control.displayName).text)
        snapshot.displayName = control.displayName
        snapshot.controlDescription = control.description ?? snapshot.controlDescription
        snapshot.freshness = .preview
        // Previews are in the inactive state (C40), even if the extension's preview is not.
        if snapshot.isOn == true {
            snapshot.template = .toggle(isOn: false)
            snapshot.valueText = nil
            snapshot.hint = ControlHint.toggle(isOn: false, displayName: control.displayName).text
        }
        // A missing configuration is not a failure before the control has a place.
        if !control.parameters.isEmpty { snapshot.failure = nil }
        return GalleryControl(
            group: host.displayName, source: host.grant.name, snapshot: snapshot, parameters: control.parameters,
            promptsForUserConfiguration: control.promptsForUserConfiguration, places: places[control.kind, default: []])
    }

    // MARK: Explanations (C48: `holdfast gallery --why`)

    /// Explains whether and where the gallery shows a control, and otherwise why not.
    ///
    /// - Parameter name: a kind, or a key of the panel's file; the control need not exist.
    func why(_ name: String) -> PanelInterface.Why.Reply {
        if description.control(name) != nil { return shown(under: description.name, name) }
        if let host = controls.host(of: name), host.described(name) != nil {
            return shown(under: host.displayName, name)
        }
        return .init(isShown: false, reason: ShownText.line(absence(of: name)))
    }

    private func shown(under group: String, _ name: String) -> PanelInterface.Why.Reply {
        // The journal contains all failures, with `KIND=`.
        let failure = controls.all(name).lazy.compactMap { slot in slot.redacted.failure.map { "\(slot.name): \($0)" } }
        let words = failure.first.map { "; \($0)" } ?? ""
        return .init(isShown: true, reason: ShownText.line("it is shown under '\(group)'\(words)"))
    }

    private func absence(of name: String) -> String {
        for host in controls.hosts {
            // A source's kind may lack the domain.
            let kinds = [name, ControlKind.onPanel(ControlKind.shortened(name), in: host.grant.domain)]
            if let objection = kinds.lazy.compactMap(host.objection).first {
                return "the extension '\(host.grant.name)' has it, but it is left out: \(objection)"
            }
        }
        let question = planner.nearest(to: name).map { "; did you mean '\($0)'?" } ?? ""
        guard ControlKind.isWellFormed(name) else { return "the panel's file has no such control\(question)" }
        if controls.hosts.contains(where: { $0.isStock && $0.grant.covers(name) }) {
            return "it carries out what the panel's file says, and cannot be placed by itself"
        }
        guard let host = controls.host(of: name) else {
            let isOwn = name.hasPrefix(description.domain + ".")
            return (isOwn ? "the panel's file has no such control" : "no extension in the panel's file has its domain")
                + question
        }
        guard host.isKnown else { return "\(host.absence), and which controls it has is not known yet" }
        let detail = host.detail.map { "; \($0)" } ?? ""
        return "the extension '\(host.grant.name)' has no control of this kind\(detail)\(question)"
    }
}

extension GalleryControl {
    /// The text that a search covers.
    fileprivate var searchedText: String {
        [group, key, source, snapshot.kind, snapshot.displayName, snapshot.title, snapshot.controlDescription]
            .compactMap { $0?.lowercased() }.joined(separator: "\n")
    }
}
