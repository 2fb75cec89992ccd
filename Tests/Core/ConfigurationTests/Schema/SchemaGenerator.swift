import ControlModel
import MonotonicTime
import TestSupport

@testable import Configuration

/// Generates panels from a JSON schema. The generator also keeps the rules that a schema cannot express: a referenced
/// control exists, a line is used once, a duration is in its range.
struct SchemaGenerator {
    private let schema: JSON
    private var random = SplitMix64(seed: 0)
    private var controls: [String] = []
    private var domain = ""
    private var extensions: [(name: String, domain: String)] = []
    private var count = 0
    /// Validators of the keys that a mapping may have together, by the keys' names.
    private var keyRules: [[String]: SchemaValidator] = [:]

    /// Patterns for which there is no text. A new pattern in the schema needs a case in `text`.
    private(set) var unknownPatterns: Set<String> = []

    init(_ schema: JSON) {
        self.schema = schema
    }

    mutating func panel(seed: UInt64) throws -> JSON {
        random = SplitMix64(seed: seed)
        count = 0
        domain = ["org.example.hallway", "Org.Example-1.x", "a.b"][Int(random.next() % 3)]
        controls = (0..<Int(random.number(in: 1...4))).map { "c\($0)" + (["", "-", "_x", "-1"][$0 % 4]) }
        extensions = (0..<Int(random.number(in: 1...2))).map { ("e\($0)", "net.ext\($0).focus") }
        guard case .object(var members) = try value(schema, at: []) else { return .null }
        // References to controls need controls.
        for section in ["controls", "extensions"] where !members.contains(where: { $0.name == section }) {
            members.append(.init(section, try value(schema["properties"]?[section] ?? .null, at: [section])))
        }
        // A control that asks for a PIN at the panel's keypad needs a keypad.
        if !members.contains(where: { $0.name == "keypad" }), asksForPad(members) {
            members.append(.init("keypad", try value(schema["properties"]?["keypad"] ?? .null, at: ["keypad"])))
        }
        return .object(members.shuffled(using: &random))
    }

    private func asksForPad(_ members: [JSON.Member]) -> Bool {
        let controls = members.first { $0.name == "controls" }?.value.members ?? []
        return controls.contains { control in
            control.value.members?.contains { $0.value == .string("local") } == true
        }
    }

    private mutating func value(_ schema: JSON, at path: [String]) throws -> JSON {
        if let choices = schema["enum"]?.array { return choices.randomElement(using: &random) ?? .null }
        if schema["properties"] != nil { return try mapping(schema, at: path) }
        if let alternatives = schema["anyOf"]?.array {
            return try value(alternatives.randomElement(using: &random) ?? .null, at: path)
        }
        switch (schema["type"]?.array ?? [schema["type"] ?? .null]).randomElement(using: &random)?.string {
        case "boolean": return .boolean(random.once(in: 2))
        case "null": return .null
        case "integer":
            let range = Int64(schema["minimum"]?.integer ?? 0)...Int64(schema["maximum"]?.integer ?? 0)
            return .integer(Int(random.number(in: range)))
        case "number":
            return random.once(in: 2)
                ? .integer(Int(truncatingIfNeeded: random.next()))
                : .number([0.5, -2.25e-7, 1e300].randomElement(using: &random) ?? 0)
        case "string": return .string(text(schema))
        case "array": return try list(schema, at: path)
        case "object": return try table(schema, at: path)
        default: return .null
        }
    }

    private mutating func list(_ schema: JSON, at path: [String]) throws -> JSON {
        // The number of extensions is drawn before.
        let least = schema["minItems"]?.integer ?? 0
        let length =
            path == ["extensions"]
            ? extensions.count : Int(random.number(in: Int64(least)...Int64(schema["maxItems"]?.integer ?? least + 3)))
        // A schema cannot express which controls an interlock may name; an extension's control may be named by any
        // control.
        if path.last == "interlock" { return .array((0..<length).map { _ in .string(uniqueKind()) }) }
        let items = try (0..<length).map { index in try value(schema["items"] ?? .null, at: path + ["\(index)"]) }
        // A schema can require `{file}` of every argument or of none, but not of one of them.
        return .array(items + (path.last == "capture" ? [.string("--to={file}")] : []))
    }

    private mutating func table(_ schema: JSON, at path: [String]) throws -> JSON {
        let least = Int64(schema["minProperties"]?.integer ?? 0)
        let names =
            path == ["controls"]
            ? controls
            : (0..<Int(random.number(in: least...least + 3))).map { _ in
                // A scene's members may not include the scene itself, nor a button that is turned off.
                path.last == "set" ? uniqueKind() : text(schema["propertyNames"] ?? .null)
            }
        return .object(
            try names.map { name in
                .init(name, try value(schema["additionalProperties"] ?? .null, at: path + [name]))
            })
    }

    /// A mapping of known keys. Sets of keys are drawn until one satisfies the schema.
    private mutating func mapping(_ schema: JSON, at path: [String]) throws -> JSON {
        let properties = schema["properties"]?.members ?? []
        let validator = try keyRules(of: schema)
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        var names: [String] = []
        repeat {
            let chance = random.number(in: 2...6)
            names = properties.map(\.name).filter { required.contains($0) || random.once(in: UInt64(chance)) }
        } while !validator.isValid(.object(names.map { .init($0, .null) }))
        var members = try names.map { name in
            JSON.Member(name, try value(schema["properties"]?[name] ?? .null, at: path + [name]))
        }
        mend(&members, at: path)
        return .object(members)
    }

    private mutating func keyRules(of schema: JSON) throws -> SchemaValidator {
        let rules = (schema.members ?? []).filter {
            ["required", "dependencies", "oneOf", "anyOf", "allOf"].contains($0.name)
        }
        let name = [schema["properties"], schema["dependencies"]].flatMap { ($0?.members ?? []).map(\.name) }
        if let validator = keyRules[name] { return validator }
        let validator = try SchemaValidator(.object(rules))
        keyRules[name] = validator
        return validator
    }

    /// Makes a keypad valid: as many rows and columns of keys as it has lines, each key once, with `enter` and a digit.
    /// One of several keypads has a name.
    private mutating func mendKeypad(_ members: inout [JSON.Member], isOneOfSeveral: Bool) {
        if isOneOfSeveral, !members.contains(where: { $0.name == "name" }) {
            count += 1
            members.append(.init("name", .string("pad\(count)")))
        }
        func set(_ name: String, _ value: JSON) {
            guard let index = members.firstIndex(where: { $0.name == name }) else { return }
            members[index].value = value
        }
        let size = (rows: Int(random.number(in: 1...3)), columns: Int(random.number(in: 3...4)))
        let (enter, clear) =
            [("#", "*"), ("E", "é"), (":", "\u{1F515}"), ("*", "#")].randomElement(using: &random) ?? ("#", "*")
        // Without these two keys, they are # and *.
        let hasBoth = members.contains { $0.name == "enter" } && members.contains { $0.name == "clear" }
        let (last, first) = hasBoth ? (enter, clear) : ("#", "*")
        set("enter", .string(last))
        set("clear", .string(first))
        let others = ["1", "2", " ", "B", "x", "5", "'", "0", "\""]
        let keys = ([first, "7"] + others.shuffled(using: &random)).prefix(size.rows * size.columns - 1) + [last]
        let texts = (0..<size.rows).map { row in
            keys[row * size.columns..<(row + 1) * size.columns].joined()
        }
        set("keys", .array(texts.map { .string($0) }))
        for (name, number) in [("rows", size.rows), ("columns", size.columns)] {
            let lines = (0..<number).map { _ in
                count += 1
                return JSON.string("GPIO \(count)")
            }
            set(name, .array(lines))
        }
    }

    /// Changes a mapping so that it satisfies the rules that the schema cannot express.
    private mutating func mend(_ members: inout [JSON.Member], at path: [String]) {
        func index(_ name: String) -> Int? { members.firstIndex { $0.name == name } }
        // The time of a long hold is longer than that of a hold.
        if let long = index("long_hold_time"),
            let hold = members.first(where: { $0.name == "hold_time" })?.value.string,
            let least = Duration(text: hold), let time = members[long].value.string.flatMap({ Duration(text: $0) }),
            time <= least
        {
            members[long].value = .string("30s")
        } else if let long = index("long_hold_time"), index("hold_time") == nil {
            members[long].value = .string("0.6s")
        }
        // Only an extension's control has a configuration.
        if let kind = index("kind"), members[kind].value.string?.hasPrefix(domain) == true {
            members.removeAll { $0.name == "configuration" }
        }
        // Actions that the panel performs itself have no timeout.
        let action = members.first { ["toggle", "button"].contains($0.name) }?.value.members?.map(\.name) ?? []
        if !action.contains(where: ["command", "capture", "unit", "webhook", "mqtt"].contains) {
            members.removeAll { $0.name == "timeout" && path.count == 2 && path[0] == "controls" }
        }
        // A state behind a topic without one of commands only shows.
        if path.count == 2, path[0] == "controls",
            let topics = members.first(where: { $0.name == "toggle" })?.value["mqtt"], topics["command"] == nil
        {
            let ofActions = ["hint", "status", "authentication", "disabled", "interlock", "remote", "timeout"]
            members.removeAll { member in ofActions.contains { member.name.hasPrefix($0) } }
        }
        if path.count == 2, path[0] == "extensions", let position = Int(path[1]) {
            for (name, value) in [("name", extensions[position].name), ("domain", extensions[position].domain)] {
                if let index = index(name) { members[index].value = .string(value) }
            }
        }
        if path.first == "keypad" { mendKeypad(&members, isOneOfSeveral: path.count == 2) }
        if path.isEmpty, let index = index("domain") { members[index].value = .string(domain) }
    }

    private mutating func text(_ schema: JSON) -> String {
        let limit = schema["maxLength"]?.integer ?? 80
        count += 1
        switch schema["pattern"]?.string ?? "" {
        case SchemaPattern.line: return shown(limit: limit, among: Self.lineScalars, mayBeEmpty: false)
        case SchemaPattern.paragraph:
            return shown(limit: limit, among: Self.lineScalars + ["\n"], mayBeEmpty: false)
        case SchemaPattern.possiblyEmpty:
            return shown(limit: min(limit, 100), among: Self.lineScalars + ["\n"], mayBeEmpty: true)
        case SchemaPattern.argument:
            return "x" + shown(limit: limit - 1, among: Self.lineScalars + ["\n", "\t", "\u{7}"], mayBeEmpty: true)
        case SchemaPattern.name: return "n\(count)" + ["", "-", "_", "-x"][count % 4]
        case SchemaPattern.parameterName: return ["_", "a", "é", "x_"][count % 4] + "\(count)"
        case SchemaPattern.domain: return "org.d\(count).x"
        case SchemaPattern.gpio:
            return random.once(in: 3) ? "chip\(count):\(["0", "007", "65535"][count % 3])" : "GPIO \(count)"
        case SchemaPattern.unit: return ["a.service", "a-\(count)@b.timer", #"x\x20y.mount"#][count % 3]
        case SchemaPattern.device: return ["/dev/lcd", "/dev/serial/by-id/x y", "/dev/...", "/dev/.a/b."][count % 4]
        case SchemaPattern.duration: return duration(schema["examples"]?.array ?? [])
        case SchemaPattern.led: return ["led\(count)", "rgb:door:\(count)", ".x \(count)"][count % 3]
        // These times of day never make an empty span.
        case SchemaPattern.timeOfDay: return "\(10 + count % 14):\(10 + count / 14 % 50)"
        case SchemaPattern.percentage: return ["1%", "100%", "020%"][count % 3]
        case SchemaPattern.hexadecimalColor: return ["#0080ff", "#ABCDEF"][count % 2]
        case SchemaPattern.keyOrKind: return random.once(in: 2) ? controls[count % controls.count] : kind()
        case SchemaPattern.kind: return kind()
        case SchemaPattern.url: return ["http://a", "HTTPS://b:9/c?d=%20#e"][count % 2]
        case SchemaPattern.listenAddress: return ["127.0.0.1:\(count)", "[::1]:8080", "127.1.2.3:0"][count % 3]
        // With TLS, which the certificates' keys need.
        case SchemaPattern.broker:
            return ["mqtts://b-\(count).local", "MQTTS://[::1]:8884", "mqtts://10.0.0.1:1"][count % 3]
        case SchemaPattern.topic: return ["house", "house/\(count)/\u{1F6AA}"][count % 2]
        case SchemaPattern.origin: return ["https://panel-\(count).local", "HTTPS://A.b:8443"][count % 2]
        case SchemaPattern.headerName: return "X-\(count)_"
        case SchemaPattern.headerText: return ["a b", "\"{}\"", "~ !"][count % 3]
        case let pattern:
            unknownPatterns.insert(pattern)
            return ""
        }
    }

    /// An extension's kind that is unique in the file.
    private mutating func uniqueKind() -> String {
        count += 1
        return "\(extensions[count % extensions.count].domain).k\(count)"
    }

    private mutating func kind() -> String {
        guard random.once(in: 2), let granted = extensions.randomElement(using: &random) else {
            return "\(domain).\(controls[count % controls.count])"
        }
        return granted.domain + [".timer", ".a.b_c"][count % 2]
    }

    /// A duration between the schema's two examples, which are the least and the greatest.
    private mutating func duration(_ ends: [JSON]) -> String {
        let ends = ends.compactMap(\.string).compactMap { Duration(text: $0) }.map { $0 / .milliseconds(1) }
        guard ends.count == 2 else { return "" }
        let milliseconds = random.number(in: Int64(ends[0])...Int64(ends[1]))
        switch random.next() % 4 {
        case 0: return Duration.milliseconds(Int64(ends[0])).text
        case 1: return Duration.milliseconds(Int64(ends[1])).text
        case 2: return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())s"
        default: return "\(milliseconds)ms"
        }
    }

    private static let lineScalars: [Unicode.Scalar] = [
        "a", "Z", "0", " ", "'", "\"", "\\", "#", ":", "{", "}", "-", "é", "\u{301}", "\u{1F515}", "\u{FEFF}",
        "\u{200D}",
        "\u{A0}", "\u{3000}", "\u{AD}", "\u{E000}",
    ]

    private mutating func shown(limit: Int, among scalars: [Unicode.Scalar], mayBeEmpty: Bool) -> String {
        let length = random.once(in: 8) ? limit : Int(random.number(in: 0...Int64(min(limit, 12))))
        var text = String.UnicodeScalarView()
        for _ in 0..<length { text.append(scalars.randomElement(using: &random) ?? "a") }
        if !mayBeEmpty, text.allSatisfy(\.properties.isWhitespace) { return "A" }
        return String(text)
    }
}
