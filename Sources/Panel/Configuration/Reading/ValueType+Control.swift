import ControlModel

extension ValueType where Value == ControlReference {
    /// A control, written as its key, its kind, or `{kind: KIND, configuration: {NAME: VALUE}}`.
    ///
    /// To be read after `controls` and `extensions`.
    static let control = ValueType(form: .control) { slot in
        if case .mapping(let entries) = slot.node.content {
            let fields = Fields(
                entries, of: ControlReferenceKeys.mapping, in: slot.place.value(of: slot.key), at: slot.node.position,
                reading: slot.reading)
            defer { fields.readRemaining() }
            return ControlReferenceKeys.reference(fields)
        }
        guard let text = slot.text() else { return nil }
        return slot.kind(of: text).map { ControlReference(kind: $0) }
    }
}

extension ValueType where Value == String {
    /// The kind of a control of this file or of an extension, written out.
    static let kind = ValueType(form: .kind) { slot in
        guard let text = slot.text() else { return nil }
        return slot.control(ofKind: text)
    }
}

extension Slot {
    /// The kind of the control that is given by its key or kind.
    ///
    /// - Parameter words: what may stand in place of a control there, for the suggestion.
    func kind(of text: String, orOneOf words: [String] = []) -> String? {
        text.contains(".") ? control(ofKind: text) : control(withKey: text, orOneOf: words)
    }

    private func control(withKey key: String, orOneOf words: [String]) -> String? {
        guard let controls = reading.controls else { return nil }
        guard controls.contains(key: key) else {
            return refuse(.unknownControl(key: self.key, key, controls, isKind: false, words: words))
        }
        return controls.kind(ofKey: key)
    }

    /// Which controls an extension has is known only when it runs: that the kind is in its domain has to do.
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
