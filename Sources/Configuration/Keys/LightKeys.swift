/// The keys of a light.
enum LightKeys {
    static let line = Key<LineName>.required("line", .gpio, "The output line that the light is on.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the light is lit: low where it hangs on the supply.")
    static let shows = Key<Assignment>.required(
        "shows", .assignment,
        """
        The control whose state it shows: its key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}; null for \
        none until somebody places one.
        """)

    static let mapping = MappingDescription(
        noun: "light", example: "{line: GPIO26, shows: flashlight}",
        documentation: "A light on one line, which shows a control.",
        keys: [line.description, active.description, shows.description])

    @Sendable static func light(name: String, _ fields: Fields) -> LightDescription? {
        guard let lineName = fields[line], let level = fields[active], let shown = fields[shows] else { return nil }
        return LightDescription(
            name: name, line: lineName.description(active: level), shows: shown.reference, position: fields.position)
    }
}
