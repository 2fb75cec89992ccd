import Configuration

/// A control of a panel, with the names that scripts and the panel may use for it.
struct ScriptControl: Sendable, Hashable {
    /// The kind, if no other control has it; `KIND@PLACE` for each of the control's places.
    var names: [String]
}

/// The controls of a panel by the names that a script gives them: a key, a kind, or `KIND@PLACE`.
struct ScriptControls: Sendable {
    private let panel: PanelDescription
    /// The controls by kind: those of the panel's file, and one for each configuration of an extension's kind (C41).
    private let controls: [String: [ScriptControl]]

    init(_ panel: PanelDescription) {
        self.panel = panel
        var places: [String: [(configuration: ControlReference, names: [String])]] = [:]
        for control in panel.controls {
            places[control.kind] = [(ControlReference(kind: control.kind), [])]
        }
        for placement in panel.placements {
            let kind = placement.reference.kind
            let name = "\(kind)@\(placement.place)"
            if let index = places[kind]?.firstIndex(where: { $0.configuration == placement.reference }) {
                places[kind]?[index].names.append(name)
            } else {
                places[kind, default: []].append((placement.reference, [name]))
            }
        }
        controls = places.reduce(into: [:]) { controls, entry in
            let (kind, groups) = entry
            controls[kind] = groups.map { ScriptControl(names: (groups.count == 1 ? [kind] : []) + $0.names) }
        }
    }

    /// The controls that a script's word names: one control, or all controls of a kind with several configurations.
    func named(_ word: String) -> [ScriptControl] {
        if let control = panel.control(word) { return controls[control.kind] ?? [] }
        guard let at = word.firstIndex(of: "@") else { return controls[word] ?? [] }
        return (controls[String(word[..<at])] ?? []).filter { $0.names.contains(word) }
    }

    /// The description of a control in the panel's file; `nil` for an extension's control.
    func own(_ word: String) -> ControlDescription? {
        named(word).isEmpty ? nil : panel.control(String(word.prefix { $0 != "@" }))
    }

    /// The words for all controls of the panel.
    var words: [String] {
        let own = panel.controls.map(\.kind)
        let others = controls.keys.filter { !own.contains($0) }.sorted()
        return panel.controls.map(\.key) + others.flatMap(words(ofKind:))
    }

    /// The shortest words for the controls of a kind.
    func words(ofKind kind: String) -> [String] {
        (controls[kind] ?? []).compactMap(\.names.first)
    }
}
