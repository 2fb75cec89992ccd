/// A type of value: its form as data, and its reader.
struct ValueType<Value: Sendable>: Sendable {
    let form: ValueForm
    /// Reads the value; `nil` for a wrong value, which has been reported.
    let read: @Sendable (Slot) -> Value?
}

/// One value of the file and its position: the input of the reader of a value type.
struct Slot {
    let key: String
    let node: Node
    let form: ValueForm
    /// The mapping that contains the key.
    let place: Place
    let reading: PanelReading

    /// Reports the value. The result is always `nil`.
    func refuse<Value>(_ problem: PanelFileProblem) -> Value? {
        reading.findings.add(problem, at: node.position)
        return nil
    }

    /// Reports a value with an unexpected form.
    func refuseType<Value>() -> Value? {
        if case .refused = node.content { return nil }
        return refuse(.wrongType(key: key, expected: form, found: node.content))
    }

    /// Notes something about a value that is valid.
    func note(_ message: String) {
        reading.notes.append(.note("\(key): \(message)", at: node.position))
    }

    /// The text of a scalar that is text, not blank, and neither a number nor a truth value.
    func text() -> String? {
        guard case .scalar(let scalar) = node.content, case .text = scalar.meaning else { return refuseType() }
        if scalar.text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return refuse(.emptyText(key: key)) }
        return scalar.text
    }

    /// A displayable text: no control characters, one line unless `isParagraph`, at most `limit` characters.
    func text(limit: Int, isParagraph: Bool = false) -> String? {
        text().flatMap { checked($0, limit: limit, isParagraph: isParagraph) }
    }

    /// The text, if it is displayable.
    func checked(_ text: String, limit: Int, isParagraph: Bool) -> String? {
        let count = text.unicodeScalars.count
        if count > limit { return refuse(.tooLong(key: key, count: count, limit: limit)) }
        let forbidden = text.unicodeScalars.first { scalar in
            if isParagraph, scalar == "\n" { return false }
            return [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        if let forbidden { return refuse(.controlCharacter(key: key, forbidden)) }
        noteComment(behind: text)
        return text
    }

    /// Notes a comment that probably belongs to the text: most comments have a space behind `#`.
    private func noteComment(behind text: String) {
        guard case .scalar(let scalar) = node.content, let comment = scalar.comment?.dropFirst().first,
            !comment.isWhitespace, comment != "#", let rest = scalar.comment?.split(separator: " ").first
        else { return }
        note(
            "the text is '\(text.shown)', for # begins a comment; if '\(String(rest).shown)' belongs to the text, write it "
                + "in quotes: \"\(text.shown) \(String(rest).shown)\"")
    }

    /// The text of a scalar where one of several words is expected; `nil` for a list, a mapping or an empty value.
    func word() -> String? {
        guard case .scalar(let scalar) = node.content else { return refuseType() }
        if case .nothing = scalar.meaning { return refuseType() }
        return scalar.text
    }

    /// The value that `build` makes of a mapping of known keys.
    ///
    /// - Parameters:
    ///   - place: The mapping's name in messages; without it, the mapping is the value of `key`.
    ///   - position: The position of the mapping; without it, that of its first character.
    func mapping<Value>(
        _ description: MappingDescription, in place: Place? = nil, at position: SourcePosition? = nil,
        _ build: (Fields) throws(Incomplete) -> Value
    ) -> Value? {
        guard case .mapping(let entries) = node.content else { return refuseType() }
        let fields = Fields(
            entries, of: description, in: place ?? self.place.value(of: key), at: position ?? node.position,
            reading: reading)
        defer { fields.readRemaining() }
        return try? build(fields)
    }

    /// The entries of a table, each name once. Invalid and repeated names are reported.
    fileprivate func names(of description: MappingDescription) -> [Node.Entry]? {
        guard case .mapping(let entries) = node.content else { return refuseType() }
        let findings = reading.findings
        var seen: [String: Node.Entry] = [:]
        return indented(entries, of: description).filter { entry in
            let name = entry.key.text
            if !Name.isValid(entry.key) {
                findings.add(.malformedName(entry.key, noun: description.noun), at: entry.keyPosition)
            }
            guard let first = seen.updateValue(entry, forKey: name.lowercased()) else { return true }
            seen[name.lowercased()] = first
            let problem =
                first.key.text == name
                ? PanelFileProblem.duplicateKey(name, first: first.keyPosition, in: Place(words: key))
                : .nameInOtherCase(name, first: first.key.text, at: first.keyPosition, noun: description.noun)
            findings.add(problem, at: entry.keyPosition)
            return first.key.text != name
        }
    }

    /// The entries of a table without those that belong elsewhere, which are reported.
    private func indented(_ entries: [Node.Entry], of description: MappingDescription) -> [Node.Entry] {
        var outer: Node.Entry?
        return entries.reduce(into: []) { kept, entry in
            guard let problem = Indentation.problem(ofElement: entry, behind: outer, of: description, in: key) else {
                outer = entry
                return kept.append(entry)
            }
            guard case .indentMore = problem, let last = kept.popLast() else {
                return reading.findings.add(problem, at: entry.keyPosition)
            }
            // One error is enough for all lines that belong to `last`.
            if !last.value.isRefused { reading.findings.add(problem, at: entry.keyPosition) }
            kept.append(last.refused)
        }
    }

    /// The slot of an element of this list or mapping.
    ///
    /// - Parameter place: The mapping that contains the element; without it, the mapping that contains this value.
    func element(_ node: Node, key: String, form: ValueForm, in place: Place? = nil) -> Slot {
        Slot(key: key, node: node, form: form, place: place ?? self.place, reading: reading)
    }
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

    /// A mapping of known keys, from which `build` makes a value.
    static func mapping(
        _ description: MappingDescription, build: @escaping @Sendable (Fields) throws(Incomplete) -> Value
    ) -> ValueType {
        ValueType(form: .mapping(description)) { $0.mapping(description, build) }
    }

    /// A mapping of the author's own names, each to a mapping of known keys, from which `build` makes an element. A
    /// wrong element is reported and left out.
    static func table<Element>(
        _ description: MappingDescription,
        build: @escaping @Sendable (_ name: String, Fields) throws(Incomplete) -> Element
    ) -> ValueType where Value == [Element] {
        ValueType(form: .table(description)) { slot in
            guard let entries = slot.names(of: description) else { return nil }
            return entries.compactMap { entry in
                let name = entry.key.text
                let place = Place.entry(description.noun, name)
                return slot.element(entry.value, key: place.words, form: .mapping(description))
                    .mapping(description, in: place, at: entry.keyPosition) { fields throws(Incomplete) in
                        try build(name, fields)
                    }
            }
        }
    }
}

extension ValueType {
    /// A list of mappings of known keys, from which `build` makes the elements. Messages name an element by its key
    /// `name`, or by its number.
    ///
    /// The list is `nil` where one of its elements is, since the contents of the missing element are unknown.
    static func list<Element>(
        _ description: MappingDescription, build: @escaping @Sendable (Fields) throws(Incomplete) -> Element
    ) -> ValueType where Value == [Element] {
        ValueType(form: .list(of: .mapping(description), example: "[\(description.example)]")) { slot in
            guard case .list(let items) = slot.node.content else { return slot.refuseType() }
            return items.enumerated().map { index, item -> Element? in
                let counted = Place.entry(description.noun, number: index + 1)
                return slot.element(item, key: counted.words, form: .mapping(description))
                    .mapping(
                        description, in: item.name.map { .entry(description.noun, $0) } ?? counted, build)
            }.complete()
        }
    }

    /// A list of values of one type; of one or more values, unless `mayBeEmpty`.
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
            if words.first?.isEmpty == true { return slot.refuse(.emptyText(key: slot.key)) }
            if let remark = CommandWords.remark(on: words) { slot.note(remark) }
            return words
        }
    }

    /// As `program`, with `{file}` in at least one argument, for the file that the program has to write.
    static func capturingProgram(_ example: String) -> ValueType {
        let program = program(example)
        return ValueType(form: program.form) { slot in
            guard let words = program.read(slot) else { return nil }
            // The program itself does not count as an argument.
            return words.dropFirst().contains { $0.contains(DelegatedAction.captureFile) }
                ? words : slot.refuse(.lacksPlaceholder(key: slot.key, DelegatedAction.captureFile))
        }
    }
}

extension ValueType where Value == String {
    private static var argumentLimit: Int { 1000 }

    /// An argument of a program.
    fileprivate static let argument = ValueType(form: .argument(limit: argumentLimit)) { slot in
        guard case .scalar(let scalar) = slot.node.content, case .text = scalar.meaning else {
            return slot.refuseType()
        }
        let count = scalar.text.unicodeScalars.count
        if count > argumentLimit { return slot.refuse(.tooLong(key: slot.key, count: count, limit: argumentLimit)) }
        return scalar.text.unicodeScalars.contains("\0") ? slot.refuse(.nulCharacter(key: slot.key)) : scalar.text
    }
}

extension Node {
    /// The text of the key `name`, if the node is a mapping with that key.
    fileprivate var name: String? {
        guard case .mapping(let entries) = content,
            case .scalar(let scalar)? = entries.first(where: { $0.key.text == "name" })?.value.content
        else { return nil }
        return scalar.text.isEmpty ? nil : scalar.text
    }
}

extension Array {
    /// All elements; `nil` where one is missing.
    func complete<Wrapped>() -> [Wrapped]? where Element == Wrapped? {
        let present = compactMap(\.self)
        return present.count == count ? present : nil
    }
}
