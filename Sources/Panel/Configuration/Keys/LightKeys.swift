/// The keys of a light.
enum LightKeys {
    static let line = Key<LineName>.optional("line", .gpio, "The output line of a light of one colour.")
    static let red = Key<LineName>.optional("red", .gpio, "The output line of a coloured light's red.")
    static let green = Key<LineName>.optional("green", .gpio, "The output line of a coloured light's green.")
    static let blue = Key<LineName>.optional("blue", .gpio, "The output line of a coloured light's blue.")
    static let led = Key<String>.optional(
        "led", .led,
        """
        An LED of the kernel, of one colour or of all, by its name in /sys/class/leds. It blinks by itself, without waking \
        anybody.
        """)
    static let balance = Key<[Int]>.optional(
        "balance", .triple(0...255),
        "How much of the LED's red, green and blue is taken for white, 0 to 255 each. Without it, all of them.")
    static let dim = Key<LightDimming>.optional(
        "dim", .mapping(DimKeys.mapping, build: DimKeys.dimming),
        """
        The hours in which the LED is less bright, whatever it shows, by local time. Until the machine's clock counts as \
        right it is as bright as ever.
        """)
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the light is lit: low where it hangs on the supply.")
    static let shows = Key<Shown>.required(
        "shows", .shown,
        """
        The control whose state it shows: its key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}; null for none \
        until somebody places one; status for how the panel is, and what controls without a light have to say.
        """)

    static let mapping = MappingDescription(
        noun: "light", example: "{line: GPIO26, shows: flashlight}",
        documentation: "A light on one line, on three which show seven colours, or an LED of the kernel.",
        keys: [
            line.description, red.description, green.description, blue.description, led.description, active.description,
            balance.description, dim.description, shows.description,
        ],
        rules: [
            .exactlyOne([line.name, red.name, led.name], areActions: false),
            .requires(key: red.name, other: green.name), .requires(key: red.name, other: blue.name),
            .needs(key: green.name, oneOf: [red.name]), .needs(key: blue.name, oneOf: [red.name]),
            .needs(key: active.name, oneOf: [line.name, red.name]), .needs(key: balance.name, oneOf: [led.name]),
            .needs(key: dim.name, oneOf: [led.name]),
        ])

    @Sendable static func light(name: String, _ fields: Fields) throws(Incomplete) -> LightDescription {
        let shown = try fields.value(shows)
        return LightDescription(
            name: name, output: try output(fields), shows: shown.reference, showsPanel: shown == .panel,
            dimming: fields[dim], position: fields.position)
    }

    private static func output(_ fields: Fields) throws(Incomplete) -> LightOutput {
        let level = try fields.value(active)
        if let position = fields.position(of: led) {
            let name = try fields.value(led)
            fields.reading.use(led: name, in: fields.place, at: position)
            return .led(name, balance: try fields.given(balance) ?? [255, 255, 255])
        }
        if let line = fields[line] { return .line(line.description(active: level)) }
        return .lines(
            red: try fields.value(red).description(active: level),
            green: try fields.value(green).description(active: level),
            blue: try fields.value(blue).description(active: level))
    }
}

/// The keys of the hours in which a light is less bright.
enum DimKeys {
    static let from = Key<TimeOfDay>.required("from", .timeOfDay, "When they begin, by local time.")
    static let until = Key<TimeOfDay>.required(
        "until", .timeOfDay, "When they end; on the next day where that is earlier than from.")
    static let to = Key<Int>.required(
        "to", .percentage(1...100),
        """
        How bright the light looks meanwhile, in percents of how it looks otherwise: 20% takes 3% of the light. It is never \
        darker than the least that the LED can.
        """)

    static let mapping = MappingDescription(
        noun: "dim", example: "{from: \"22:00\", until: \"07:00\", to: 20%}",
        documentation: "Hours in which a light is less bright.",
        keys: [from.description, until.description, to.description])

    @Sendable static func dimming(_ fields: Fields) throws(Incomplete) -> LightDimming {
        let (from, until) = (try fields.value(from), try fields.value(until))
        if from == until {
            fields.report(.noHours(key: Self.until.name, other: Self.from.name, until.description), at: Self.until)
        }
        return LightDimming(from: from, until: until, percent: try fields.value(to))
    }
}
