/// The keys of a light.
enum LightKeys {
    static let line = Key<LineName>.optional("line", .gpio, "The output line of a light of one colour.")
    static let red = Key<LineName>.optional("red", .gpio, "The output line of a coloured light's red.")
    static let green = Key<LineName>.optional("green", .gpio, "The output line of a coloured light's green.")
    static let blue = Key<LineName>.optional("blue", .gpio, "The output line of a coloured light's blue.")
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
        documentation: "A light on one line, or on three which show seven colours.",
        keys: [
            line.description, red.description, green.description, blue.description, active.description,
            shows.description,
        ],
        rules: [
            .exactlyOne([line.name, red.name], areActions: false),
            .requires(key: red.name, other: green.name), .requires(key: red.name, other: blue.name),
            .needs(key: green.name, oneOf: [red.name]), .needs(key: blue.name, oneOf: [red.name]),
        ])

    @Sendable static func light(name: String, _ fields: Fields) -> LightDescription? {
        guard let level = fields[active], let shown = fields[shows], let output = output(fields, level) else {
            return nil
        }
        return LightDescription(
            name: name, output: output, shows: shown.reference, showsPanel: shown == .panel, position: fields.position)
    }

    private static func output(_ fields: Fields, _ level: ActiveLevel) -> LightOutput? {
        if let line = fields[line] { return .line(line.description(active: level)) }
        guard let red = fields[red], let green = fields[green], let blue = fields[blue] else { return nil }
        return .lines(
            red: red.description(active: level), green: green.description(active: level),
            blue: blue.description(active: level))
    }
}
