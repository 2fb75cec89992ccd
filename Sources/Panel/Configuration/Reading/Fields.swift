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
    private let keys: [KeyDescription]
    private let rules: [KeyRule]
    private var entries: [String: Node.Entry] = [:]
    private var unknown: [String] = []
    private var values: [String: (any Sendable)?] = [:]

    init(
        _ entries: [Node.Entry], of mapping: MappingDescription, in place: Place, at position: SourcePosition,
        reading: PanelReading
    ) {
        self.place = place
        self.position = position
        self.reading = reading
        keys = mapping.keys
        rules = mapping.rules
        let known = keys.map(\.name)
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
                let problem =
                    Indentation.problem(ofKey: entry, in: place, at: position.column, of: mapping)
                    ?? .unknownKey(key, isFalse: entry.value.isFalse, of: mapping, in: place)
                reading.findings.add(problem, at: entry.keyPosition)
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

    /// The form of the value of the key with this name.
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
        unknown.contains { $0.hasPrefix(key + ":") || MeantKey.key(calledElsewhere: $0, among: [key]) != nil }
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
    func names<Element>(in key: Key<[Element]>) -> [String]? {
        guard let entry = entries[key.name] else { return [] }
        guard case .mapping(let elements) = entry.value.content else { return nil }
        return elements.map(\.key.text)
    }

    /// Reports a problem with `key`, at the position of its name.
    func report(_ problem: Problem, at key: Key<some Sendable>) {
        report(problem, at: key.name)
    }

    /// Reports a problem with the key of this name, at the position of its name.
    func report(_ problem: Problem, at key: String) {
        reading.findings.add(problem, at: position(ofName: key))
    }

    /// Reports a problem with the whole mapping.
    func report(_ problem: Problem) {
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

extension Node {
    /// Whether the node is `false`, in any of YAML's spellings.
    fileprivate var isFalse: Bool {
        guard case .scalar(let scalar) = content, case .truth(false) = scalar.meaning else { return false }
        return true
    }
}
