/// The words of gpiozero, ESPHome, Home Assistant and device trees for what a panel's file says in another way.
/// `holdfast check` and `holdfast explain` read the same table.
struct ForeignWord: Sendable {
    /// The counterpart of a foreign key in a panel's file.
    struct Meaning: Sendable {
        /// The panel's key; `nil` where no single key replaces the foreign one.
        var key: String?
        /// The nouns of the mappings in which this is the meaning; empty for all mappings that have `key`.
        var nouns: [String] = []
        /// The remedy in words, and the remedy for a foreign key with the value `false`.
        var remedy: String
        var remedyForFalse: String

        /// A key, with the values that mean the same as the foreign key with `true` and with `false`.
        static func key(_ key: String, value: String? = nil, negated: String? = nil) -> Meaning {
            let texts = [value, negated].map { "write '\($0.map { "\(key): \($0)" } ?? key)'" }
            return Meaning(key: key, remedy: texts[0], remedyForFalse: texts[1])
        }

        /// Words for mappings with one of the nouns, or for those that have `key`.
        static func words(_ words: String, in nouns: [String] = [], key: String? = nil) -> Meaning {
            Meaning(key: key, nouns: nouns, remedy: words, remedyForFalse: words)
        }

        /// Whether this is a meaning in a mapping.
        func applies(to mapping: MappingDescription) -> Bool {
            nouns.isEmpty ? mapping.keys.contains { $0.name == key } : nouns.contains(mapping.noun)
        }
    }

    /// The words that mean the same.
    private var words: [String]
    /// The meanings, the likeliest first. Where a mapping has several of the keys, the first one counts that fits the
    /// mapping's other keys.
    private var meanings: [Meaning]

    private init(_ words: String, _ meanings: Meaning...) {
        self.words = words.split(separator: " ").map(String.init)
        self.meanings = meanings
    }

    /// The meanings of a word, in any letter case, with `-` or `_`; empty for a word that is not in the table.
    static func meanings(of word: String) -> [Meaning] {
        byWord[word.lowercased().replacing("-", with: "_")] ?? []
    }

    /// The meaning of a key that `mapping` does not have; `nil` where the table says nothing about the mapping.
    ///
    /// - Parameters:
    ///   - given: The keys of the mapping that the file gives.
    ///   - mustFit: Whether a key that does not go with the given keys is no meaning.
    static func meaning(
        of key: String, in mapping: MappingDescription, given: [String] = [], mustFit: Bool = false
    ) -> Meaning? {
        let meanings = meanings(of: key).filter { $0.applies(to: mapping) }
        if let bound = meanings.first(where: { !$0.nouns.isEmpty }) { return bound }
        return meanings.first { meaning in meaning.key.map { mapping.rules.allow($0, beside: given) } ?? false }
            ?? (mustFit ? nil : meanings.first)
    }

    /// All words of the table, sorted.
    static var words: [String] { byWord.keys.sorted() }

    private static let byWord: [String: [Meaning]] = {
        var meanings: [String: [Meaning]] = [:]
        for row in table {
            for word in row.words { meanings[word, default: []] += row.meanings }
        }
        return meanings
    }()

    private static let people =
        "people and their PINs are not part of the file: 'holdfast pin add NAME' gives a PIN"
    private static let askingForPIN =
        "write 'authentication: local', which asks for a PIN, and give people theirs by 'holdfast pin add NAME'"
    private static let output = "an output is a control: write 'controls: {NAME: {toggle: {line: LINE}}}'"
    private static let driver =
        "a display is a device of the kernel: write 'display: {device: /dev/lcd}'; its I2C address stands in "
        + "config.txt: 'dtoverlay=hd44780-i2c-lcd,addr=0x27'"
    private static let noRules =
        "a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant "
        + "can switch a control with 'remote: allowed'"

    private static let table: [ForeignWord] = [
        // The panel.
        ForeignWord(
            "pin pins code codes password passwords passcode", .words(people, in: ["panel", "authentication"])),
        ForeignWord("user users people", .words(people, in: ["panel", "authentication", "control"])),
        ForeignWord(
            "lock",
            .words(
                "'authentication' says when the panel locks itself, and 'holdfast pin add NAME' gives a PIN",
                in: ["panel"]), .words(askingForPIN, in: ["control"])),
        ForeignWord("code password passcode pin_code", .words(askingForPIN, in: ["control"])),
        ForeignWord(
            "automation automations schedule schedules scheduler cron at when trigger triggers rule rules condition "
                + "conditions if", .words(noRules, in: ["panel", "control", "toggle", "button"])),
        ForeignWord(
            "scene scenes",
            .words("a scene is a control: write 'controls: {NAME: {button: {set: {CONTROL: true}}}}'", in: ["panel"])),
        ForeignWord("relay relays output outputs switch switches", .words(output, in: ["panel"])),
        ForeignWord(
            "sensor sensors binary_sensor binary_sensors input inputs contact contacts",
            .words("a contact is a control: write 'controls: {NAME: {sensor: {line: LINE}}}'", in: ["panel"])),
        ForeignWord(
            "led leds",
            .words("write 'lights: {NAME: {line: LINE, shows: CONTROL}}'", in: ["panel"])),
        ForeignWord("buzzer beeper piezo speaker", .key("sound", value: "{line: LINE}")),
        ForeignWord("lcd oled screen", .words(driver, in: ["panel"])),
        ForeignWord(
            "address addr i2c i2c_address", .words(driver, in: ["panel"]),
            .words(driver, in: ["display"], key: DisplayKeys.device.name)),
        ForeignWord("bus port driver model", .words(driver, in: ["display"], key: DisplayKeys.device.name)),
        ForeignWord("pad numpad keyboard matrix_keypad", .key("keypad")),
        ForeignWord("host server hostname port", .key("broker", value: "\"mqtt://HOST:PORT\"")),
        ForeignWord("username", .key("user")),
        ForeignWord("password", .key("password_file")),

        // Lines.
        ForeignWord("pin gpio", .key("line"), .key("pulse"), .key("toggle", value: "{line: LINE}")),
        ForeignWord("inverted active_low", .key("active", value: "low", negated: "high")),
        ForeignWord("active_high", .key("active", value: "high", negated: "low")),
        ForeignWord("pull_up pullup", .key("pull", value: "up", negated: "none")),
        ForeignWord("pull_down pulldown", .key("pull", value: "down", negated: "none")),

        // Controls.
        ForeignWord("icon", .key("symbol")),
        ForeignWord("color colour", .key("tint")),
        ForeignWord("name label friendly_name", .key("title")),
        ForeignWord("relay switch", .key("toggle", value: "{line: LINE}")),
        ForeignWord(
            "unique_id entity_id object_id",
            .words("the control's key is its name for commands, MQTT and Home Assistant: remove this", in: ["control"])),
        ForeignWord(
            "type",
            .words(
                "the action is the type: write 'toggle' for on and off, or 'button' for what is done once",
                in: ["control"])),
        ForeignWord(
            "duration auto_off off_after delay_off off_delay turn_off_after",
            .words(
                "how long it is on stands in its action: 'max_time' beside a toggle's line, 'for' beside a button's pulse",
                in: ["control"])),
        ForeignWord(
            "duration auto_off off_after delay_off off_delay turn_off_after", .key("for"), .key("max_time"),
            .key("timer")),
        ForeignWord("timeout", .key("max_time")),
        ForeignWord(
            "unit unit_of_measurement type command mqtt every",
            .words(
                "a sensor is a contact, open or closed; a number comes from a program: write "
                    + "'value: {command: [PROGRAM], every: 30s}', and have it print the unit", in: ["sensor"],
                key: SensorKeys.line.name)),
        ForeignWord(
            "unit unit_of_measurement",
            .words("the program's output is shown as it is: have the program print the unit", in: ["value"])),

        // Buttons.
        ForeignWord("action press click push on_press on_click on_hold", .key("hold")),
        ForeignWord(
            "tap on_tap single_tap single_press single_click short_press",
            .words(
                "a tap shows the hint of what a hold performs: write 'hold', or 'double_tap' for two", key: "hold")),
        ForeignWord("long_press longpress", .key("long_hold")),
        ForeignWord("double_press double_click", .key("double_tap")),
        ForeignWord("triple_press triple_click", .key("triple_tap")),
        ForeignWord("control", .key("hold"), .key("shows")),

        // Lights, displays and PIN pads.
        ForeignWord(
            "brightness",
            .words(
                "a light with 'led' is darker in some hours: write 'dim: {from: \"22:00\", until: \"07:00\", to: 20%}'",
                in: ["light"])),
        ForeignWord("cols width", .key("columns")),
        ForeignWord("height", .key("rows")),
        ForeignWord("row_pins", .key("rows")),
        ForeignWord("col_pins column_pins", .key("columns")),
        ForeignWord("keymap", .key("keys")),
        ForeignWord("end_key end_keys submit", .key("enter")),
        ForeignWord("clear_key clear_keys cancel", .key("clear")),
    ]
}

extension [KeyRule] {
    /// Whether a mapping that has the keys `given` may also have `key`.
    fileprivate func allow(_ key: String, beside given: [String]) -> Bool {
        allSatisfy { rule in
            switch rule {
            case .exactlyOne(let keys, areActions: _, instead: _) where keys.contains(key):
                !given.contains { $0 != key && keys.contains($0) }
            case .needs(let keys, let others) where keys.contains(key): others.contains(where: given.contains)
            case .requires(key, let other): given.contains(other)
            case .exactlyOne, .needs, .requires, .atLeastOne, .ofToggle, .ofState, .ofButton, .hidden: true
            }
        }
    }
}
