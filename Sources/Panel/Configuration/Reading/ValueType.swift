/// A type of value: its form as data, and its reader.
struct ValueType<Value: Sendable>: Sendable {
    let form: ValueForm
    /// The value, or `nil` where it is wrong and has been reported.
    let read: @Sendable (Slot) -> Value?
}

extension ValueType {
    /// One of the cases of an enumeration, by its raw value.
    static func choice() -> ValueType where Value: CaseIterable & RawRepresentable<String> {
        let words = Value.allCases.map(\.rawValue)
        return ValueType(form: .choice(words)) { slot in
            guard let word = slot.word() else { return nil }
            return Value(rawValue: word) ?? slot.refuse(.unknownWord(key: slot.key, word, words: words))
        }
    }

    /// A mapping of known keys, which `build` makes a value of.
    static func mapping(
        _ description: MappingDescription, build: @escaping @Sendable (Fields) -> Value?
    ) -> ValueType {
        ValueType(form: .mapping(description)) { slot in
            guard case .mapping(let entries) = slot.node.content else { return slot.refuseType() }
            let fields = Fields(
                entries, of: description, in: slot.place.value(of: slot.key), at: slot.node.position,
                reading: slot.reading)
            defer { fields.readRemaining() }
            return build(fields)
        }
    }

    /// A mapping of the person's own names, each to a mapping of known keys, which `build` makes an element of. An
    /// element that is wrong is left out; it has been reported.
    static func table<Element>(
        _ description: MappingDescription, build: @escaping @Sendable (_ name: String, Fields) -> Element?
    ) -> ValueType where Value == [Element] {
        ValueType(form: .table(description)) { slot in
            guard let entries = slot.names(of: description) else { return nil }
            return entries.compactMap { entry in
                let name = entry.key.text
                let place = Place.entry(description.noun, name)
                guard case .mapping(let entries) = entry.value.content else {
                    let value = Slot(
                        key: place.words, node: entry.value, form: .mapping(description), place: place,
                        reading: slot.reading)
                    return value.refuseType()
                }
                let fields = Fields(
                    entries, of: description, in: place, at: entry.keyPosition, reading: slot.reading)
                defer { fields.readRemaining() }
                return build(name, fields)
            }
        }
    }
}

extension Slot {
    /// The entries of a table, each name once; wrong and repeated names are reported.
    fileprivate func names(of description: MappingDescription) -> [Node.Entry]? {
        guard case .mapping(let entries) = node.content else { return refuseType() }
        let findings = reading.findings
        var seen: [String: Node.Entry] = [:]
        return entries.filter { entry in
            let name = entry.key.text
            if !Name.isValid(entry.key) {
                findings.add(.malformedName(entry.key, noun: description.noun), at: entry.keyPosition)
            }
            guard let first = seen.updateValue(entry, forKey: name.lowercased()) else { return true }
            seen[name.lowercased()] = first
            let problem =
                first.key.text == name
                ? Problem.duplicateKey(name, first: first.keyPosition, in: Place(words: key))
                : .nameInOtherCase(name, first: first.key.text, at: first.keyPosition, noun: description.noun)
            findings.add(problem, at: entry.keyPosition)
            return first.key.text != name
        }
    }
}
