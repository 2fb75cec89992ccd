/// The keys of a PIN pad.
enum KeypadKeys {
    /// The maximum numbers of rows and columns of a scanned matrix.
    private static let mostRows = 16
    private static let mostColumns = 16

    static let name = Key<String>.optional(
        "name", .name(ofA: "keypad"),
        "The pad's name in messages and panel scripts. If there are several pads, each needs a name.")
    static let rows = Key<[LineName]>.optional(
        "rows", .list(of: .gpio, example: "[GPIO5, GPIO6, GPIO13, GPIO19]"),
        "The lines of a matrix's rows, from top to bottom: inputs that the chip pulls up.")
    static let columns = Key<[LineName]>.optional(
        "columns", .list(of: .gpio, example: "[GPIO16, GPIO20, GPIO21]"),
        "The lines of a matrix's columns, from left to right: driven low, and never high.")
    static let keys = Key<[String]>.optional(
        "keys", .list(of: .line(limit: mostColumns), example: "[\"123\", \"456\", \"789\", \"*0#\"]"),
        "The keys of each row from left to right, a different character for each key. A space stands for no key.")
    static let device = Key<String>.optional(
        "device", .device,
        "An input device, such as a USB number pad: its path below /dev/input/by-id. No other program gets its keys.")
    static let enter = Key<String>.optional(
        "enter", .line(limit: 1), default: "#",
        "The key of a matrix that ends a PIN. A device has its Enter key for this.")
    static let clear = Key<String>.optional(
        "clear", .line(limit: 1), default: "*",
        """
        The key of a matrix that deletes the typed digits, and stops the wait of a control. A device has Escape and \
        Backspace for this.
        """)

    static let mapping = MappingDescription(
        noun: "keypad",
        example: "{rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: [\"01\", \"*#\"]}",
        documentation: "A PIN pad: a matrix of keys on GPIO lines, or an input device.",
        keys: [name, rows, columns, keys, device, enter, clear],
        rules: [
            .exactlyOne([keys.name, device.name], areActions: false),
            .requires(key: keys.name, other: rows.name), .requires(key: keys.name, other: columns.name),
            .needs([rows.name, columns.name, enter.name, clear.name], oneOf: [keys.name]),
        ])

    @Sendable static func keypad(_ fields: Fields) throws(Incomplete) -> KeypadDescription {
        guard let enter = fields[enter]?.first, let clear = fields[clear]?.first else { throw Incomplete() }
        let name = try fields.given(name)
        if enter == clear { fields.report(.sameKey(Self.enter.name, Self.clear.name, String(enter)), at: Self.clear) }
        for (key, character) in [(Self.enter, enter), (Self.clear, clear)] where character.isPINDigit {
            fields.report(.digitAsKey(key: key.name, String(character)), at: key)
        }
        let source: KeypadDescription.Source =
            if let path = fields[device] { .device(path) } else { try matrix(fields, enter: enter) }
        return KeypadDescription(name: name, source: source, enter: enter, clear: clear, position: fields.position)
    }

    private static func matrix(_ fields: Fields, enter: Character) throws(Incomplete) -> KeypadDescription.Source {
        let (rows, columns) = (try fields.value(rows), try fields.value(columns))
        let keys = try fields.value(keys)
        let characters = keys.map(Array.init)
        var seen: Set<Character> = []
        for (key, lines, limit) in [(Self.rows, rows, mostRows), (Self.columns, columns, mostColumns)]
        where lines.count > limit {
            fields.report(.tooManyItems(key: key.name, count: lines.count, limit: limit), at: key)
        }
        if keys.count != rows.count {
            fields.report(.keysOfRows(count: keys.count, rows: rows.count), at: Self.keys)
        } else if let index = characters.firstIndex(where: { $0.count != columns.count }) {
            fields.report(
                .keysOfColumns(keys[index], row: index + 1, count: characters[index].count, columns: columns.count),
                at: Self.keys)
        } else if let twice = characters.joined().first(where: { $0 != " " && !seen.insert($0).inserted }) {
            fields.report(.keyTwice(String(twice)), at: Self.keys)
        } else if !seen.contains(enter) {
            fields.report(.noEnter(String(enter)), at: Self.keys)
        } else if !seen.contains(where: \.isPINDigit) {
            fields.report(.noDigits, at: Self.keys)
        } else if fields.has(Self.clear), let clear = fields[Self.clear]?.first, !seen.contains(clear) {
            fields.report(.noSuchKey(key: Self.clear.name, String(clear)), at: Self.clear)
        }
        // A column that is driven low pulls down the rows of its keys.
        let lines = { (names: [LineName]) in names.map { $0.description(active: .low) } }
        return .matrix(rows: lines(rows), columns: lines(columns), keys: characters)
    }

    /// The panel's keypads: one keypad, or a list of several with a name each.
    static let keypads = ValueType<[KeypadDescription]>(form: .oneOrMore(mapping)) { slot in
        guard case .list = slot.node.content else {
            let one = ValueType<KeypadDescription>.mapping(mapping, build: keypad)
            return one.read(slot).map { [$0] }
        }
        let several = ValueType<[KeypadDescription]>.list(mapping, build: keypad)
        guard let keypads = several.read(slot) else { return nil }
        for (index, keypad) in keypads.enumerated() {
            if let name = keypad.name {
                slot.reading.use(name, ofA: "keypad", at: keypad.position)
            } else if keypads.count > 1 {
                slot.reading.findings.add(
                    .missingKey(Self.name.name, .name, in: Place(words: "keypad \(index + 1)")), at: keypad.position)
            }
        }
        return keypads
    }
}

extension Character {
    /// Whether the character is one of the ten digits of PINs.
    public var isPINDigit: Bool { ("0"..."9").contains(self) }
}
