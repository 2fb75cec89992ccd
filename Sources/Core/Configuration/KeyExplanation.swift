import MonotonicTime

/// The explanation of one key of a panel's file, in words.
public struct KeyExplanation: Sendable, Hashable {
    /// The key's path, without the names that the author chooses: `buttons.hold_time`.
    public var path: String
    /// The purpose of the key, with ranges, and defaults that depend on other keys.
    public var documentation: String
    /// The form of its value: `a duration from 100ms to 10s`.
    public var value: String
    /// `required`, `optional`, or `default` and the value that applies without the key.
    public var presence: String
    /// The rules about this key and other keys: `only with hold or long_hold`.
    public var rules: [String]
    /// The keys in its value, where the value is a mapping of known keys.
    public var keys: [String]
    /// An example of one or more lines of a file.
    public var example: String

    /// Every key of a panel's file in the order of the documentation, each behind the key that contains it.
    public static let all = of(PanelKeys.mapping, in: [])

    /// The keys whose path ends with `path`, such as `hold_time` or `buttons.hold_time`, at all places.
    public static func find(_ path: String) -> [KeyExplanation] {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        return all.filter { $0.parts.suffix(parts.count) == parts[...] }
    }

    /// The key or the words that a panel's file has in place of another project's key; `nil` for an unknown word.
    public static func remedy(forForeign path: String) -> String? {
        let meanings = ForeignWord.meanings(of: path.split(separator: ".").last.map(String.init) ?? "")
        guard meanings.count > 1 else { return meanings.first?.remedy }
        return meanings.map { meaning in
            let nouns = meaning.nouns.map { $0 == "panel" ? "the panel" : $0.withArticle }
            return nouns.isEmpty ? meaning.remedy : "in \(nouns.listed("or")), \(meaning.remedy)"
        }.joined(separator: "; ")
    }

    /// The path, or the end of a path, nearest to a mistyped one.
    public static func nearest(to path: String) -> String? {
        let count = path.split(separator: ".", omittingEmptySubsequences: false).count
        return NearestWord.to(path, among: all.map { $0.parts.suffix(count).joined(separator: ".") })
    }

    private var parts: [Substring] { path.split(separator: ".") }

    private static func of(_ mapping: MappingDescription, in path: [String]) -> [KeyExplanation] {
        mapping.keys.flatMap { key in
            let path = path + [key.name]
            let explanation = KeyExplanation(
                path: path.joined(separator: "."), documentation: key.documentation, value: key.form.expectation,
                presence: key.presence.words, rules: mapping.rules.compactMap { $0.words(about: key.name) },
                keys: key.form.mapping?.keys.map(\.name) ?? [], example: key.example)
            return [explanation] + (key.form.mapping.map { of($0, in: path) } ?? [])
        }
    }
}

extension KeyDescription.Presence {
    fileprivate var words: String {
        switch self {
        case .required: "required"
        case .optional: "optional"
        case .defaultsTo(let text): "default \(text)"
        }
    }
}

extension ValueForm {
    /// The mapping of known keys in a value of this form, also inside lists and references.
    fileprivate var mapping: MappingDescription? {
        switch self {
        case .mapping(let mapping), .table(let mapping), .oneOrMore(let mapping), .mappingOrWord(let mapping, _):
            mapping
        case .list(let element, _, _): element.mapping
        case .control, .assignment, .shown: ControlReferenceKeys.mapping
        case .tile: ControlTileKeys.mapping
        case .text, .argument, .boolean, .choice, .duration, .color, .symbol, .line, .kind, .configuration, .value,
            .name, .device, .listenAddress, .origin, .board, .domain, .controlName, .number, .triple, .timeOfDay,
            .percentage, .led, .rhythm,
            .unit, .url, .broker, .topic, .headers, .view, .scene:
            nil
        }
    }
}

extension KeyRule {
    /// The rule in words, as seen from one of its keys; `nil` where the explanation of `key` does not mention the rule.
    fileprivate func words(about key: String) -> String? {
        switch self {
        case .exactlyOne(let keys, areActions: _, let instead) where keys.contains(key):
            "one of \(keys.listed("and")), and no other of them"
                + (instead.isEmpty ? "" : "; none beside \(instead.listed("or")) for a control that only shows")
        case .atLeastOne(let keys) where keys.contains(key): "one or more of \(keys.listed("and"))"
        case .needs(let keys, let others) where keys.contains(key): "only with \(others.listed("or"))"
        case .ofToggle(let keys, let toggle, let instead) where keys.contains(key):
            "only with \(toggle)" + (instead.map { "; without it, \($0)" } ?? "")
        case .ofState(key, let toggle, let button, let sensor, let instead):
            "only with \(toggle), or with \(sensor) and no \(button)" + (instead.map { "; without it, \($0)" } ?? "")
        case .ofButton(key, let toggle): "not beside \(toggle)"
        case .requires(key, let other): "only together with \(other)"
        case .hidden(key, let others): "not beside both \(others.listed("and"))"
        case .exactlyOne, .atLeastOne, .needs, .requires, .ofToggle, .ofState, .ofButton, .hidden: nil
        }
    }
}

extension KeyDescription {
    /// A line of YAML that gives the key a value.
    var example: String {
        if case .table(let element) = form {
            return "\(name): {\(Self.names[element.noun] ?? element.noun): \(element.example)}"
        }
        return "\(name): \(exampleValue)"
    }

    private var exampleValue: String {
        if let text = Self.texts[name], case .text = form { return text }
        if name == KeypadKeys.device.name, case .device = form,
            documentation == KeypadKeys.device.description.documentation
        {
            return "/dev/input/by-id/usb-pad-event-kbd"
        }
        return form.example
    }

    /// Sample names of the entries of tables, by the entries' noun.
    private static let names = ["control": "flashlight", "button": "action", "light": "flashlight"]

    /// Sample texts by key. Any text would be valid, but a fitting text says more.
    private static let texts = [
        "name": "Hallway", "title": "Front Door", "description": "Opens the door for three seconds.",
        "value_on": "Do Not Disturb", "value_off": "Available", "hint": "Unlock the Door",
        "hint_turn_on": "Start the Fan", "hint_turn_off": "Stop the Fan", "status": "Open for 3 s",
        "status_turn_on": "Fan Started", "status_turn_off": "Fan Stopped", "enter": "\"#\"", "clear": "\"*\"",
    ]
}

extension ValueForm {
    /// A value of this form, in one line of a file.
    fileprivate var example: String {
        switch self {
        case .text, .argument: "Some text"
        case .boolean: "true"
        case .choice(let words): words.first ?? ""
        case .duration(let range): range.contains(.seconds(1)) ? "1s" : range.upperBound.text
        case .color: "yellow"
        case .symbol: "lightbulb.fill"
        case .line: "GPIO17"
        case .control, .controlName, .assignment, .shown, .tile: "flashlight"
        case .number(let range): "\(range.lowerBound)"
        case .triple(let range): "[\(range.triple)]"
        case .timeOfDay: "\"22:00\""
        case .listenAddress: "\"127.0.0.1:8080\""
        case .origin: "\"https://panel.local\""
        case .broker: "\"mqtt://localhost\""
        case .topic: "house/panels"
        case .percentage(let range): "\(range.upperBound / 5)%"
        case .led: "rgb:door"
        case .rhythm(_, let example): example
        case .unit: "backup.service"
        case .url: "http://localhost:9/ring"
        case .headers: "{Content-Type: application/json}"
        case .view: "history"
        case .scene: "{flashlight: true, porch: false}"
        case .kind: "org.example.hallway.flashlight"
        case .configuration: "{timer: work}"
        case .value: "work"
        case .device: "/dev/lcd"
        case .name: "focus"
        case .board: "auto"
        case .domain: "org.example.hallway"
        case .mapping(let mapping), .table(let mapping), .oneOrMore(let mapping), .mappingOrWord(let mapping, _):
            mapping.example
        case .list(_, let example, _): example
        }
    }
}
