extension ValueType {
    /// A list of mappings of known keys, which `build` makes elements of. In messages an element is called by its key
    /// `name`, or counted.
    ///
    /// The list is `nil` where one of its elements is: what is missing in it cannot be known then.
    static func list<Element>(
        _ description: MappingDescription, build: @escaping @Sendable (Fields) -> Element?
    ) -> ValueType where Value == [Element] {
        ValueType(form: .list(of: .mapping(description), example: "[\(description.example)]")) { slot in
            guard case .list(let items) = slot.node.content else { return slot.refuseType() }
            return items.enumerated().map { index, item -> Element? in
                let counted = "\(description.noun) \(index + 1)"
                guard case .mapping(let entries) = item.content else {
                    return slot.element(item, key: counted, form: .mapping(description)).refuseType()
                }
                let place =
                    entries.name.map { Place.entry(description.noun, $0) }
                    ?? .entry(description.noun, number: index + 1)
                let fields = Fields(entries, of: description, in: place, at: item.position, reading: slot.reading)
                defer { fields.readRemaining() }
                return build(fields)
            }.complete()
        }
    }

    /// A list of values of one type: of one or more, unless it may be empty.
    static func list<Element>(
        of element: ValueType<Element>, example: String, mayBeEmpty: Bool = false
    ) -> ValueType where Value == [Element] {
        ValueType(form: .list(of: element.form, example: example, minimum: mayBeEmpty ? 0 : 1)) { slot in
            guard case .list(let items) = slot.node.content, mayBeEmpty || !items.isEmpty else {
                return slot.refuseType()
            }
            return items.map { element.read(slot.element($0, key: slot.key, form: element.form)) }.complete()
        }
    }
}

extension ValueType where Value == [String] {
    /// A program and its arguments, as `execv(3)` takes them; the example is a whole list.
    static func program(_ example: String) -> ValueType {
        let words = ValueType.list(of: .argument, example: example)
        return ValueType(form: words.form) { slot in
            guard let words = words.read(slot) else { return nil }
            return words.first?.isEmpty == true ? slot.refuse(.emptyText(key: slot.key)) : words
        }
    }

    /// The same, where an argument has `{file}` in it, for the file that the program is to write.
    static func capturingProgram(_ example: String) -> ValueType {
        let program = program(example)
        return ValueType(form: program.form) { slot in
            guard let words = program.read(slot) else { return nil }
            // The program itself is none of its arguments.
            return words.dropFirst().contains { $0.contains(Errand.captureFile) }
                ? words : slot.refuse(.lacksPlaceholder(key: slot.key, Errand.captureFile))
        }
    }
}

extension ValueType where Value == String {
    private static var argumentLimit: Int { 1000 }

    /// A text that a program can be given.
    fileprivate static let argument = ValueType(form: .argument(limit: argumentLimit)) { slot in
        guard case .scalar(let scalar) = slot.node.content, case .text = scalar.meaning else {
            return slot.refuseType()
        }
        let count = scalar.text.unicodeScalars.count
        if count > argumentLimit { return slot.refuse(.tooLong(key: slot.key, count: count, limit: argumentLimit)) }
        return scalar.text.unicodeScalars.contains("\0") ? slot.refuse(.nulCharacter(key: slot.key)) : scalar.text
    }
}

extension Slot {
    /// An element of the list that stands here.
    func element(_ node: Node, key: String, form: ValueForm) -> Slot {
        Slot(key: key, node: node, form: form, place: place, reading: reading)
    }
}

extension [Node.Entry] {
    /// The text of the key `name`, if there is one.
    fileprivate var name: String? {
        guard case .scalar(let scalar)? = first(where: { $0.key.text == "name" })?.value.content else { return nil }
        return scalar.text.isEmpty ? nil : scalar.text
    }
}

extension Array {
    /// All elements, or `nil` where one is missing.
    func complete<Wrapped>() -> [Wrapped]? where Element == Wrapped? {
        let present = compactMap(\.self)
        return present.count == count ? present : nil
    }
}
