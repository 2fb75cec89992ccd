/// The probable meaning of a key that a mapping does not have.
enum MeantKey {
    /// A key of the mapping with this name in other projects, and its value if the value differs too: `active: low`.
    case called(String)
    /// A tap, which performs no control in a Holdfast panel.
    case tap
    /// A thing that no key of the mapping gives, with the words that say what does.
    case explained(String)
    /// A key of the mapping with a similar spelling.
    case spelled(String)
    /// A key of these other mappings.
    case standing([String])

    /// - Parameter isFalse: Whether the file gives `key` the value `false`.
    init?(_ key: String, isFalse: Bool, of mapping: MappingDescription, in place: Place) {
        let known = mapping.keys.map(\.name)
        let homes = Home.all[key] ?? []
        if let words = Self.explanations[mapping.noun]?[key.lowercased()] {
            self = .explained(words)
        } else if let habit = Self.habit(for: key, among: known) {
            self =
                habit.key == ButtonKeys.hold.name && ["tap", "on_tap"].contains(key)
                ? .tap : .called(habit.written(isFalse: isFalse))
        } else if let beside = Home.words(for: homes, beside: place) {
            self = .standing(beside)
        } else if let word = NearestWord.to(key, among: known) {
            self = .spelled(word)
        } else if !homes.isEmpty, homes.count <= Self.mostHomes {
            self = .standing(homes.map { place.words(for: $0) })
        } else {
            return nil
        }
    }

    /// The key of a mapping that has the name `key` in other projects; `nil` where the mapping has no such key.
    static func key(calledElsewhere key: String, among known: [String]) -> String? {
        habit(for: key, among: known)?.key
    }

    /// The most homes that a message lists. A longer list would not tell the author where the key belongs.
    private static let mostHomes = 4

    private static func habit(for key: String, among known: [String]) -> Habit? {
        guard let habits = Self.habits[key.lowercased()] else { return nil }
        return habits.first { known.contains($0.key) }
    }

    /// The words for keys that no other key replaces, by the mapping's noun.
    private static let explanations: [String: [String: String]] = {
        let people = "people and their PINs are no part of the file: 'holdfast pin add NAME' gives a PIN"
        let pins = Dictionary(uniqueKeysWithValues: ["pin", "pins", "user", "users", "people"].map { ($0, people) })
        let relay = "a relay is a control: write 'controls: {NAME: {toggle: {line: LINE}}}'"
        return [
            "panel": pins.merging(["relay": relay, "relays": relay]) { $1 }, "authentication": pins,
            "control": [
                "type": "the action is the type: write 'toggle' for on and off, or 'button' for what is done once"
            ],
            "light": [
                "brightness":
                    "a light with 'led' is darker in some hours: write 'dim: {from: \"22:00\", until: \"07:00\", to: 20%}'"
            ],
        ]
    }()

    /// Holdfast's keys by their names in other projects: gpiozero, ESPHome, Home Assistant, device trees.
    private static let habits: [String: [Habit]] = {
        let low = Habit(key: "active", value: "low", negated: "high")
        let high = Habit(key: "active", value: "high", negated: "low")
        let up = Habit(key: "pull", value: "up", negated: "none")
        let down = Habit(key: "pull", value: "down", negated: "none")
        let hold = Habit(key: "hold")
        return [
            "pin": [Habit(key: "line"), Habit(key: "pulse")], "gpio": [Habit(key: "line"), Habit(key: "pulse")],
            "inverted": [low], "active_low": [low], "active_high": [high],
            "pull_up": [up], "pullup": [up], "pull_down": [down], "pulldown": [down],
            "press": [hold], "click": [hold], "on_press": [hold], "on_click": [hold], "tap": [hold], "on_tap": [hold],
            "on_hold": [hold], "control": [hold, Habit(key: "shows")],
            "relay": [Habit(key: "toggle", value: "{line: LINE}")], "long_press": [Habit(key: "long_hold")],
            "longpress": [Habit(key: "long_hold")],
            "double_press": [Habit(key: "double_tap")],
            "double_click": [Habit(key: "double_tap")], "triple_press": [Habit(key: "triple_tap")],
            "triple_click": [Habit(key: "triple_tap")],
            "icon": [Habit(key: "symbol")], "color": [Habit(key: "tint")], "colour": [Habit(key: "tint")],
            "name": [Habit(key: "title")], "label": [Habit(key: "title")],
            "duration": [Habit(key: "for"), Habit(key: "timer")],
        ]
    }()
}

/// A key of Holdfast, with the values that mean the same as another project's key with `true` and with `false`.
private struct Habit {
    var key: String
    var value: String?
    var negated: String?

    func written(isFalse: Bool) -> String {
        guard let value = isFalse ? negated : value else { return key }
        return "\(key): \(value)"
    }
}

/// The mappings of a panel's file that have a certain key, each in the form of `Place.sort`.
private enum Home {
    /// The mappings around, inside and beside `place` that are among `homes`; `nil` for none.
    static func words(for homes: [String], beside place: Place) -> [String]? {
        if let around = place.around.first(where: { homes.contains($0.sort) }) {
            return ["\(around.words) itself"]
        }
        // Looks inside the mapping, then inside the next mapping around it.
        for outer in [place] + place.around.prefix(1) {
            let keys = homes.compactMap { outer.key(leadingTo: $0) }
            if !keys.isEmpty { return ["\(keys.listed("or")) of \(outer.words)"] }
        }
        return nil
    }

    /// The mappings by their keys, in the order of the documentation, each once.
    static let all: [String: [String]] = {
        var homes: [String: [String]] = [:]
        func visit(_ mapping: MappingDescription, _ sort: String) {
            for key in mapping.keys {
                if homes[key.name]?.contains(sort) != true { homes[key.name, default: []].append(sort) }
                switch key.form {
                case .mapping(let inner), .mappingOrWord(let inner, _), .oneOrMore(let inner):
                    visit(inner, "\(key.name) of \(sort)")
                case .table(let inner), .list(of: .mapping(let inner), _, _): visit(inner, inner.noun.withArticle)
                default: break
                }
            }
        }
        visit(PanelKeys.mapping, Place.panel.sort)
        return homes
    }()
}

extension Place {
    /// The key of this mapping whose value is `home`.
    fileprivate func key(leadingTo home: String) -> String? {
        guard home.hasSuffix(" of \(sort)") else { return nil }
        let key = String(home.dropLast(sort.count + " of ".count))
        return key.contains(" ") ? nil : key
    }

    /// A mapping in words, with the names of the mappings around this one where it lies inside one of them.
    fileprivate func words(for home: String) -> String {
        guard let outer = around.first(where: { home.hasSuffix(" of \($0.sort)") }) else { return home }
        return home.dropLast(outer.sort.count) + outer.words
    }
}
