import TestSupport

@testable import Configuration

/// Damages a panel in one place. The result usually, but not always, violates the schema.
enum SchemaMutator {
    enum Damage: CaseIterable {
        case removedKey, addedKey, renamedKey, otherValue, otherText, doubledItem
    }

    /// - Parameter keys: All keys of the schema, from any mapping.
    static func mutate(_ panel: JSON, keys: [String], _ random: inout SplitMix64) -> (panel: JSON, Damage) {
        let damage = Damage.allCases[Int(random.next() % UInt64(Damage.allCases.count))]
        var index = Int(random.next() % UInt64(count(panel)))
        return (change(panel, at: &index) { one($0, damage, keys, &random) }, damage)
    }

    private static func one(_ value: JSON, _ damage: Damage, _ keys: [String], _ random: inout SplitMix64) -> JSON {
        switch (damage, value) {
        case (.removedKey, .object(var members)) where !members.isEmpty:
            members.remove(at: Int(random.next() % UInt64(members.count)))
            return .object(members)
        case (.renamedKey, .object(var members)) where !members.isEmpty:
            let index = Int(random.next() % UInt64(members.count))
            let name = keys.randomElement(using: &random) ?? ""
            guard !members.contains(where: { $0.name == name }) else { return value }
            members[index].name = name
            return .object(members)
        case (.addedKey, .object(var members)):
            let name = (keys + ["unknown", "9", "x y", ""]).randomElement(using: &random) ?? ""
            guard !members.contains(where: { $0.name == name }) else { return value }
            members.append(.init(name, values.randomElement(using: &random) ?? .null))
            return .object(members)
        case (.doubledItem, .array(let items)): return .array(items + items)
        case (.otherText, .string(let text)): return .string(changed(text, &random))
        default: return values.randomElement(using: &random) ?? .null
        }
    }

    private static let values: [JSON] = [
        .null, .boolean(true), .boolean(false), .integer(0), .integer(17), .number(0.5), .string(""), .string(" "),
        .string("\u{A0}\u{301}"), .string("\u{3000}"), .string("low"), .string("Low"), .string("none"),
        .string("true"), .string("5ms"), .string("1.5.5s"), .string("1,5s"), .string("5 s"), .string("999h"),
        .string("GPIO99"), .string("chip:65536"), .string("chip:"), .string(":7"), .string("a:\u{301}b"),
        .string("a:5\u{301}"), .string("org.example"), .string("org..example"), .string("-a.b"), .string("#12345G"),
        .string("yellow"), .string("a\tb"), .string("a\nb"), .string("a\u{2028}b"), .string("a\u{85}"),
        .string(String(repeating: "x", count: 1001)), .string(String(repeating: "y", count: 101)),
        .string(String(repeating: "z", count: 32)), .string(String(repeating: "é", count: 31)), .array([]),
        .array([.string("a")]), .array([.string("")]), .array([.array([])]), .array([.object([])]), .object([]),
        .object([.init("kind", .string("a.b"))]), .object([.init("x", .object([]))]),
        .object([.init("line", .string("GPIO98"))]),
    ]

    private static func changed(_ text: String, _ random: inout SplitMix64) -> String {
        let scalars = Array(text.unicodeScalars)
        let index = Int(random.next() % UInt64(scalars.count + 1))
        let insert: [Unicode.Scalar] = [
            "\n", "\t", "\0", "\u{7F}", "\u{2029}", " ", ":", ".", "-", "_", "#", "5", "x", "\u{301}", "\u{661}",
        ]
        var changed = String.UnicodeScalarView()
        changed.append(contentsOf: scalars[..<index])
        changed.append(insert.randomElement(using: &random) ?? " ")
        changed.append(contentsOf: scalars[index...].dropFirst(random.once(in: 2) ? 1 : 0))
        return String(changed)
    }

    /// The number of values in a value, itself included.
    private static func count(_ value: JSON) -> Int {
        switch value {
        case .object(let members): members.reduce(1) { $0 + count($1.value) }
        case .array(let values): values.reduce(1) { $0 + count($1) }
        case .null, .boolean, .integer, .number, .string: 1
        }
    }

    /// Changes the value at `index`, counted depth first from the root.
    private static func change(_ value: JSON, at index: inout Int, _ body: (JSON) -> JSON) -> JSON {
        if index == 0 {
            index = -1
            return body(value)
        }
        switch value {
        case .object(let members):
            return .object(members.map { .init($0.name, next($0.value, at: &index, body)) })
        case .array(let values):
            return .array(values.map { next($0, at: &index, body) })
        case .null, .boolean, .integer, .number, .string: return value
        }
    }

    private static func next(_ value: JSON, at index: inout Int, _ body: (JSON) -> JSON) -> JSON {
        guard index > 0 else { return value }
        index -= 1
        return change(value, at: &index, body)
    }
}
