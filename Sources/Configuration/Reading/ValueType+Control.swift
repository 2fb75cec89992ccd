extension ValueType where Value == String {
    /// The kind of a control of this file, written as its key, its kind, or `{kind: KIND}`.
    ///
    /// To be read after `controls`.
    static let control = ValueType(form: .control) { slot in
        if case .mapping(let entries) = slot.node.content {
            let fields = Fields(
                entries, of: ControlReferenceKeys.mapping, in: slot.place.value(of: slot.key), at: slot.node.position,
                reading: slot.reading)
            return fields[ControlReferenceKeys.kind]
        }
        guard let text = slot.text() else { return nil }
        return text.contains(".") ? slot.control(ofKind: text) : slot.control(withKey: text)
    }

    /// The kind of a control of this file, written out.
    static let kind = ValueType(form: .kind) { slot in
        guard let text = slot.text() else { return nil }
        return slot.control(ofKind: text)
    }
}

extension Slot {
    fileprivate func control(withKey key: String) -> String? {
        guard let controls = reading.controls else { return nil }
        guard controls.contains(key: key) else {
            return refuse(.unknownControl(key: self.key, key, controls, isKind: false))
        }
        return controls.kind(ofKey: key)
    }

    fileprivate func control(ofKind kind: String) -> String? {
        guard let controls = reading.controls, controls.domain != nil else { return nil }
        if controls.contains(kind: kind) { return kind }
        if controls.contains(key: kind), let meant = controls.kind(ofKey: kind) {
            return refuse(.keyInsteadOfKind(key: key, kind, kind: meant))
        }
        return refuse(.unknownControl(key: key, kind, controls, isKind: true))
    }
}
