import ControlModel

extension ValueType where Value == ControlReference {
    /// A control, written as its key, its kind, or `{kind: KIND, configuration: {NAME: VALUE}}`.
    ///
    /// Must be read after `controls` and `extensions`.
    static let control = ValueType(form: .control) { slot in
        if case .mapping = slot.node.content {
            return slot.mapping(ControlReferenceKeys.mapping, ControlReferenceKeys.reference)
        }
        guard let text = slot.text() else { return nil }
        return slot.kind(of: text).map { ControlReference(kind: $0) }
    }
}

extension ValueType where Value == String {
    /// The full kind of a control of this file or of an extension.
    static let kind = ValueType(form: .kind) { slot in
        guard let text = slot.text() else { return nil }
        return slot.control(ofKind: text)
    }

    fileprivate static let controlKind = ValueType(form: .controlName) { slot in
        slot.text().flatMap { slot.kind(of: $0) }
    }
}

extension ValueType where Value == OpenedView {
    /// `history`, or a control by key or kind. Must be read after `controls` and `extensions`.
    static let openedView = ValueType(form: .view) { slot in
        guard let text = slot.text() else { return nil }
        return text == "history" ? .history : slot.kind(of: text, orOneOf: ["history"]).map { .control(kind: $0) }
    }
}

extension ValueType where Value == [SceneMember] {
    /// Controls by key or kind, each with `true` or `false`. Must be read after `controls` and `extensions`.
    static let scene = ValueType(form: .scene) { slot in
        guard case .mapping(let entries) = slot.node.content, !entries.isEmpty else { return slot.refuseType() }
        var seen: [String: SourcePosition] = [:]
        let place = slot.place.value(of: slot.key)
        return entries.map { entry -> SceneMember? in
            let name = slot.element(
                Node(content: .scalar(entry.key), position: entry.keyPosition), key: slot.key, form: .controlName)
            let state = slot.element(entry.value, key: entry.key.text.shown, form: .boolean, in: place)
            let isOn = ValueType<Bool>.boolean.read(state)
            guard let text = name.text(), let kind = name.kind(of: text) else { return nil }
            if let first = seen.updateValue(entry.keyPosition, forKey: kind) {
                slot.reading.findings.add(.duplicateKey(text, first: first, in: place), at: entry.keyPosition)
                return nil
            }
            return isOn.map { SceneMember(kind: kind, isOn: $0, position: entry.keyPosition) }
        }.complete()
    }
}

extension ValueType where Value == [String] {
    /// The kinds of one or more controls, by key or kind. Must be read after `controls` and `extensions`.
    static let controls = ValueType.list(of: .controlKind, example: "[pump]")
}

extension Slot {
    /// The kind of a control, given by key or kind.
    ///
    /// - Parameter words: the words that may replace a control there, for the suggestion.
    func kind(of text: String, orOneOf words: [String] = []) -> String? {
        text.contains(".") ? control(ofKind: text) : control(withKey: text, orOneOf: words)
    }

    private func control(withKey key: String, orOneOf words: [String]) -> String? {
        guard let controls = reading.controls else { return nil }
        guard controls.contains(key: key) else {
            if let meant = controls.key(ofTitle: key) {
                return refuse(.titleInsteadOfKey(key: self.key, key, control: meant))
            }
            return refuse(.unknownControl(key: self.key, key, controls, isKind: false, words: words))
        }
        return controls.kind(ofKey: key)
    }

    /// The controls of an extension are known only when the extension runs. The file's check covers the domain only.
    fileprivate func control(ofKind kind: String) -> String? {
        guard let controls = reading.controls, controls.domain != nil else { return nil }
        if controls.contains(kind: kind) { return kind }
        if controls.contains(key: kind), let meant = controls.kind(ofKey: kind) {
            return refuse(.keyInsteadOfKind(key: key, kind, kind: meant))
        }
        let isWellFormed = ControlKind.isWellFormed(kind)
        if isWellFormed, controls.isGranted(kind: kind) { return kind }
        if !kind.contains(".") || controls.isInPanelDomain(kind: kind) {
            return refuse(.unknownControl(key: key, kind, controls, isKind: true, words: []))
        }
        guard isWellFormed else { return refuse(.malformedKind(key: key, kind)) }
        guard controls.extensionDomains != nil else { return nil }
        return refuse(.foreignKind(key: key, kind, controls))
    }
}

/// The value of a place with room for one control, or for none.
struct Assignment: Sendable {
    var reference: ControlReference?
}

extension ValueType where Value == Assignment {
    /// A control as `.control` reads it, or `null` for a place that stays empty until a user places a control. The
    /// `null` is required, since a key without a value is more often a mistake.
    static let assignment = ValueType(form: .assignment) { slot in
        if case .scalar(let scalar) = slot.node.content, case .nothing = scalar.meaning, !scalar.text.isEmpty {
            return Assignment(reference: nil)
        }
        return ValueType<ControlReference>.control.read(slot).map { Assignment(reference: $0) }
    }
}

extension ValueType where Value == ControlTile {
    /// A control as `.control` reads it, with the small size, or a mapping with a size.
    static let tile = ValueType(form: .tile) { slot in
        guard case .mapping(let entries) = slot.node.content, !entries.isReference else {
            if case .list = slot.node.content { return slot.refuseType() }
            return ValueType<ControlReference>.control.read(slot).map { ControlTile($0) }
        }
        return slot.mapping(ControlTileKeys.mapping, ControlTileKeys.tile)
    }
}

extension [Node.Entry] {
    /// Whether the entries are the keys of a reference, not of a tile.
    fileprivate var isReference: Bool {
        func has(_ key: String) -> Bool { contains { $0.key.text == key } }
        return has(ControlReferenceKeys.kind.name) && !has(ControlTileKeys.control.name)
            && !has(ControlTileKeys.size.name)
    }
}

/// The subject that a light shows.
enum Shown: Sendable, Hashable {
    case control(ControlReference)
    /// Nothing until a user places a control.
    case nothing
    /// The state of the panel.
    case panel

    /// The word in a file for the state of the panel.
    static let panelWord = "status"

    /// The control; `nil` for the other cases.
    var reference: ControlReference? {
        if case .control(let reference) = self { reference } else { nil }
    }
}

extension ValueType where Value == Shown {
    /// An assignment as `.assignment` reads it, or `status` where no control of the file has that key.
    static let shown = ValueType(form: .shown) { slot in
        if case .scalar(let scalar) = slot.node.content, scalar.text == Shown.panelWord,
            slot.reading.controls?.keys.contains(Shown.panelWord) != true
        {
            return .panel
        }
        return ValueType<Assignment>.assignment.read(slot).map { $0.reference.map { .control($0) } ?? .nothing }
    }
}

extension ValueType where Value == [String: IntentValue] {
    /// Values of parameters by their names. The parameters themselves are known only when the extension runs.
    static let configuration = ValueType(form: .configuration) { slot in
        guard case .mapping(let entries) = slot.node.content else { return slot.refuseType() }
        guard entries.count <= ConfigurationLimit.parameters else {
            let limit = ConfigurationLimit.parameters
            return slot.refuse(.tooManyParameters(key: slot.key, count: entries.count, limit: limit))
        }
        let place = slot.place.value(of: slot.key)
        let findings = slot.reading.findings
        var positions: [String: SourcePosition] = [:]
        var values: [String: IntentValue] = [:]
        for entry in entries {
            let name = entry.key.text
            if let first = positions[name] {
                findings.add(.duplicateKey(name, first: first, in: place), at: entry.keyPosition)
                continue
            }
            positions[name] = entry.keyPosition
            if !ParameterName.isValid(entry.key) {
                findings.add(.malformedParameter(entry.key), at: entry.keyPosition)
            }
            let value = slot.element(entry.value, key: name.shown, form: .value(isItem: false), in: place)
            values[name] = value.intentValue()
        }
        let size = values.reduce(0) { $0 + $1.key.utf8.count + $1.value.description.utf8.count }
        guard size <= ConfigurationLimit.size else {
            return slot.refuse(.configurationTooLarge(key: slot.key, limit: ConfigurationLimit.size))
        }
        return values
    }
}
