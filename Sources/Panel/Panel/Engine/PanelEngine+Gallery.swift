import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// The controls that can be placed (P3: every kind with its preview, grouped by extension).
extension PanelEngine {
    /// The gallery: groups sorted by name, and within a group the order of the file or of the extension's bundle.
    ///
    /// - Parameters:
    ///   - search: words that must all occur, in any letter case; empty for all controls.
    ///   - viewpoint: the audience.
    /// - Returns: an iterator over the controls, since a gallery may have thousands.
    func gallery(search: String, as viewpoint: Viewpoint) -> @PanelActor () -> GalleryControl? {
        var places: [String: [String]] = [:]
        for placement in description.placements {
            places[placement.reference.kind, default: []].append(placement.place)
        }
        let groups = [GalleryGroup.panel] + hosts.filter { !$0.isStock }.map { .extension($0) }
        let order = groups.enumerated().map { (name: name(of: $1), number: $0) }.sorted { left, right in
            (left.name.lowercased(), left.name, left.number) < (right.name.lowercased(), right.name, right.number)
        }
        var rest = order.map { groups[$0.number] }[...]
        var index = 0
        let words = search.lowercased().split(whereSeparator: \.isWhitespace)
        return { [weak self] in
            while let self, let group = rest.first {
                guard let found = galleryControl(index, of: group, places) else {
                    rest.removeFirst()
                    index = 0
                    continue
                }
                index += 1
                let control = sees(viewpoint) ? found : redacted(found)
                if words.isEmpty { return control }
                let text = control.searchedText
                if words.allSatisfy(text.contains) { return control }
            }
            return nil
        }
    }

    /// The control for viewers who may not see private content: a private label is redacted (A3).
    private func redacted(_ control: GalleryControl) -> GalleryControl {
        guard control.snapshot.privacy.label else { return control }
        var shown = control
        if let slot = controls.all(control.snapshot.kind).first, slot.declaration != nil {
            shown.snapshot = slot.redaction(of: control.snapshot)
        } else {
            shown.snapshot = control.snapshot.redacted(rest: nil)
        }
        shown.snapshot.freshness = .preview
        return shown
    }

    private func name(of group: GalleryGroup) -> String {
        switch group {
        case .panel: description.name
        case .extension(let host): host.displayName
        }
    }

    /// A control of a group; `nil` after the last one. The extension may have fewer controls than before.
    private func galleryControl(
        _ index: Int, of group: GalleryGroup, _ places: [String: [String]]
    ) -> GalleryControl? {
        switch group {
        case .panel:
            description.controls.indices.contains(index) ? galleryControl(description.controls[index], places) : nil
        case .extension(let host):
            host.controls.indices.contains(index) ? galleryControl(host.controls[index], of: host, places) : nil
        }
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
}

/// The source of a group of the gallery.
private enum GalleryGroup {
    case panel
    case `extension`(ExtensionHost)
}

extension GalleryControl {
    /// The text that a search covers.
    fileprivate var searchedText: String {
        [group, key, source, snapshot.kind, snapshot.displayName, snapshot.title, snapshot.controlDescription]
            .compactMap { $0?.lowercased() }.joined(separator: "\n")
    }
}
