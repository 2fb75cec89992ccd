/// The keys of a light.
enum LightKeys {
    static let line = Key<LineName>.optional("line", .gpio, "The output line of a light of one colour.")
    static let red = Key<LineName>.optional("red", .gpio, "The output line of a coloured light's red.")
    static let green = Key<LineName>.optional("green", .gpio, "The output line of a coloured light's green.")
    static let blue = Key<LineName>.optional("blue", .gpio, "The output line of a coloured light's blue.")
    static let led = Key<String>.optional(
        "led", .led,
        """
        An LED of the kernel, of one colour or of all, by its name in /sys/class/leds. The kernel makes the LED blink, \
        and no program wakes up for it.
        """)
    static let balance = Key<[Int]>.optional(
        "balance", .triple(0...255),
        """
        The amounts of the LED's red, green and blue that together look white, from 0 to 255 each. Default: 255 each.
        """)
    static let dim = Key<LightDimming>.optional(
        "dim", .mapping(DimKeys.mapping, build: DimKeys.dimming),
        """
        The hours in local time in which the LED is less bright, whatever it shows. Until the machine's clock is known \
        to be right, the LED has its usual brightness.
        """)
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high,
        "The level at which the light is on: low if the light is connected to the supply voltage.")
    static let shows = Key<Shown>.required(
        "shows", .shown,
        """
        The control whose state the light shows: its key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}; null \
        for no control until a person places one; status for the status of the panel, and of controls without a light.
        """)

    static let mapping = MappingDescription(
        noun: "light", example: "{line: GPIO26, shows: flashlight}",
        documentation: "A light on one line, on three lines for seven colours, or an LED of the kernel.",
        keys: [line, red, green, blue, led, active, balance, dim, shows],
        rules: [
            .exactlyOne([line.name, red.name, led.name], areActions: false),
            .requires(key: red.name, other: green.name), .requires(key: red.name, other: blue.name),
            .needs([green.name, blue.name], oneOf: [red.name]), .needs([active.name], oneOf: [line.name, red.name]),
            .needs([balance.name, dim.name], oneOf: [led.name]),
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
    static let from = Key<TimeOfDay>.required("from", .timeOfDay, "The beginning of the hours, in local time.")
    static let until = Key<TimeOfDay>.required(
        "until", .timeOfDay, "The end of the hours, on the next day if it is earlier than from.")
    static let to = Key<Int>.required(
        "to", .percentage(1...100),
        """
        The brightness that people see in these hours, in percent of the usual one: 20% needs 3% of the light. The LED \
        is never darker than its lowest level.
        """)

    static let mapping = MappingDescription(
        noun: "dim", example: "{from: \"22:00\", until: \"07:00\", to: 20%}",
        documentation: "Hours in which a light is less bright.",
        keys: [from, until, to])

    @Sendable static func dimming(_ fields: Fields) throws(Incomplete) -> LightDimming {
        let (from, until) = (try fields.value(from), try fields.value(until))
        if from == until {
            fields.report(.noHours(key: Self.until.name, other: Self.from.name, until.description), at: Self.until)
        }
        return LightDimming(from: from, until: until, percent: try fields.value(to))
    }
}
