/// The end of a builder that lacks a value. The reason has been reported.
struct Incomplete: Error {}

/// The entries of a mapping, read key by key. Unknown, duplicate and missing keys are reported at once.
///
/// Each value is read once. A builder may stop at the first missing value: `readRemaining` then finds the mistakes in
/// the other values.
final class Fields {
    let place: Place
    /// The position of the mapping: its name in a table, or else its first character.
    let position: SourcePosition
    let reading: PanelReading
    private let mapping: MappingDescription
    private var keys: [KeyDescription] { mapping.keys }
    private var rules: [KeyRule] { mapping.rules }
    private var entries: [String: Node.Entry] = [:]
    private var unknown: [String] = []
    /// Whether one of the unknown keys is a gesture that buttons do not have.
    private var hasUnknownGesture = false
    private var values: [String: (any Sendable)?] = [:]

    init(
        _ entries: [Node.Entry], of mapping: MappingDescription, in place: Place, at position: SourcePosition,
        reading: PanelReading
    ) {
        self.place = place
        self.position = position
        self.reading = reading
        self.mapping = mapping
        let known = keys.map(\.name)
        let given = entries.map(\.key.text).filter(known.contains)
        defer {
            reportMissing()
            check(rules)
        }
        // The last known entry, to which the unknown ones behind it may belong.
        var outer: Node.Entry?
        for entry in entries {
            let key = entry.key.text
            if let first = self.entries[key] {
                reading.findings.add(.duplicateKey(key, first: first.keyPosition, in: place), at: entry.keyPosition)
                continue
            }
            if known.contains(key) {
                outer = entry
            } else if let outer, NearestWord.to(key, among: known) == nil,
                let problem = Indentation.problem(ofKey: entry, behind: outer, form(of: outer.key.text), in: place)
            {
                // One error is enough for all lines that belong to `outer`.
                let first = self.entries.updateValue(outer.refused, forKey: outer.key.text)
                if first?.value.isRefused == false { reading.findings.add(problem, at: entry.keyPosition) }
                continue
            } else {
                let isGesture = known.contains(ButtonKeys.hold.name) && reading.isControl(entry.value)
                let unknownKey = UnknownKey(
                    key: key, value: entry.value.content, given: given, mapping: mapping, place: place,
                    isGesture: isGesture)
                let problem =
                    Indentation.problem(ofKey: entry, in: place, at: position.column, of: mapping)
                    ?? .unknownKey(unknownKey)
                reading.findings.add(problem, at: entry.keyPosition)
                if isGesture { hasUnknownGesture = true }
                unknown.append(key)
            }
            self.entries[key] = entry
        }
    }

    private func reportMissing() {
        for key in keys where key.presence == .required && entries[key.name] == nil && !isMistyped(key.name) {
            report(.missingKey(key.name, key.form, in: place))
        }
    }

    /// The value of `key`, or its default. `nil` for an absent key without a default, and for a wrong value, which has
    /// been reported.
    subscript<Value>(_ key: Key<Value>) -> Value? {
        guard let entry = entries[key.name] else { return key.defaultValue }
        return value(of: key.description, entry) as? Value
    }

    /// The value of `key`, or its default.
    func value<Value>(_ key: Key<Value>) throws(Incomplete) -> Value {
        guard let value = self[key] else { throw Incomplete() }
        return value
    }

    /// The value of an optional key; `nil` if the file does not give the key. A wrong value does not count as absent.
    func given<Value>(_ key: Key<Value>) throws(Incomplete) -> Value? {
        has(key) ? try value(key) : nil
    }

    /// Reads the remaining keys to report the mistakes in their values.
    func readRemaining() {
        for key in keys {
            if let entry = entries[key.name] { _ = value(of: key, entry) }
        }
    }

    /// Whether the file gives `key`, with a right or a wrong value.
    func has(_ key: Key<some Sendable>) -> Bool {
        has(key.name)
    }

    /// Whether the file gives the key of this name, with a right or a wrong value.
    func has(_ key: String) -> Bool {
        entries[key] != nil
    }

    /// Whether the file gives none of `keys`, not even misspelt. The report of an unknown key has already suggested the
    /// right word.
    func lacksAll(_ keys: [String]) -> Bool {
        keys.allSatisfy { !has($0) && !isMistyped($0) }
    }

    func form(of key: String) -> ValueForm? {
        keys.first { $0.name == key }?.form
    }

    /// The only key that the file gives of those that the mapping's first choice is between.
    func choice() throws(Incomplete) -> String {
        for case .exactlyOne(let keys, areActions: _, instead: _) in rules {
            let given = keys.filter(has)
            if given.count == 1 { return given[0] }
            break
        }
        throw Incomplete()
    }

    private func isMistyped(_ key: String) -> Bool {
        hasUnknownGesture && ButtonKeys.gestures.contains(key)
            || unknown.contains { MeantKey.isMeant(key, by: $0, in: mapping) }
            || NearestWord.to(key, among: unknown) != nil
    }

    /// The position of the value of `key`, if the file gives the key.
    func position(of key: Key<some Sendable>) -> SourcePosition? {
        entries[key.name]?.value.position
    }

    /// The position of the key's name; the position of the mapping where the file does not give the key.
    func position(ofName key: String) -> SourcePosition {
        entries[key]?.keyPosition ?? position
    }

    /// The names in the table `key`; `nil` where the value is not a table.
    func names<Element>(in key: Key<[Element]>) -> [String]? { elements(of: key)?.map(\.key.text) }

    /// The texts that the elements of the table `key` have for `inner`, each with the element's name.
    func texts<Element>(of inner: Key<String>, in key: Key<[Element]>) -> [(name: String, text: String)] {
        (elements(of: key) ?? []).compactMap { element in
            guard case .mapping(let entries) = element.value.content,
                case .scalar(let scalar)? = entries.first(where: { $0.key.text == inner.name })?.value.content
            else { return nil }
            return (element.key.text, scalar.text)
        }
    }

    private func elements<Element>(of key: Key<[Element]>) -> [Node.Entry]? {
        guard let entry = entries[key.name] else { return [] }
        guard case .mapping(let elements) = entry.value.content else { return nil }
        return elements
    }

    /// Reports a problem with `key`, at the position of its name.
    func report(_ problem: PanelFileProblem, at key: Key<some Sendable>) {
        report(problem, at: key.name)
    }

    /// Reports a problem with the key of this name, at the position of its name.
    func report(_ problem: PanelFileProblem, at key: String) {
        reading.findings.add(problem, at: position(ofName: key))
    }

    /// Reports a problem with the whole mapping.
    func report(_ problem: PanelFileProblem) {
        reading.findings.add(problem, at: position)
    }

    private func value(of key: KeyDescription, _ entry: Node.Entry) -> (any Sendable)? {
        if let value = values[key.name] { return value }
        let value = key.read(
            Slot(key: key.name, node: entry.value, form: key.form, place: place, reading: reading))
        values[key.name] = .some(value)
        return value
    }
}
