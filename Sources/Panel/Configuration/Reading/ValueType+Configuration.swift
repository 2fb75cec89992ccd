import ControlModel

/// What a placement's configuration may be: as much as people write, and as one message to an extension holds.
enum ConfigurationLimit {
    static let parameters = 64
    /// Characters of a text.
    static let text = 1000
    /// Bytes of all names and values together, as they are written.
    static let size = 16_384
}

extension ValueType where Value == [String: IntentValue] {
    /// Values of parameters by their names. Which parameters there are is known only when the extension runs.
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
            let value = Slot(
                key: name.shown, node: entry.value, form: .value(isItem: false), place: place, reading: slot.reading)
            values[name] = value.intentValue()
        }
        let size = values.reduce(0) { $0 + $1.key.utf8.count + $1.value.description.utf8.count }
        guard size <= ConfigurationLimit.size else {
            return slot.refuse(.configurationTooLarge(key: slot.key, limit: ConfigurationLimit.size))
        }
        return values
    }
}

extension Slot {
    /// What a value of YAML is as a parameter's value.
    fileprivate func intentValue() -> IntentValue? {
        guard case .list(let items) = node.content else { return scalarValue() }
        let values = items.map { element($0, key: key, form: .value(isItem: true)).scalarValue() }
        return values.complete().map { .array($0) }
    }

    private func scalarValue() -> IntentValue? {
        guard case .scalar(let scalar) = node.content else { return refuseType() }
        switch scalar.meaning {
        case .nothing:
            return .null
        case .truth(let isTrue):
            // YAML 1.2 takes the other words for text.
            return ["true", "false"].contains(scalar.text)
                ? .bool(isTrue) : refuse(.ambiguousTruth(key: key, scalar.text, isTrue))
        case .number:
            return IntentValue(number: scalar.text) ?? refuse(.unusableNumber(key: key, scalar.text))
        case .text:
            return checked(scalar.text, limit: ConfigurationLimit.text, isParagraph: true).map { .string($0) }
        }
    }
}

extension IntentValue {
    /// A number as both YAML 1.1 and 1.2 read it: decimal, and without the leading zero that 1.1 takes for octal.
    ///
    /// - Returns: `nil` for other notations, for whole numbers that `Int` does not hold, and for what JSON has not.
    fileprivate init?(number text: String) {
        let digits = text.drop { $0 == "+" || $0 == "-" }
        if digits.allSatisfy({ ("0"..."9").contains($0) }) {
            guard digits.count == 1 || digits.first != "0", let value = Int(text) else { return nil }
            self = .int(value)
        } else {
            guard digits.allSatisfy({ "0123456789.eE+-".contains($0) }), let value = Double(text), value.isFinite
            else { return nil }
            self = .double(value)
        }
    }
}
