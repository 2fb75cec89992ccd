/// The keys of a control's `sensor`.
enum SensorKeys {
    static let line = Key<LineName>.required("line", .gpio, "The input line that says what is so.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .low,
        "The level that means on: low where the contact connects the line to ground.")
    static let pull = Key<LineBias>.optional(
        "pull", .choice(),
        """
        The resistor inside the chip that holds the line while the contact is open; none where the board has one of its \
        own. Without it, the one against active.
        """)
    static let debounce = Key<Duration>.optional(
        "debounce", .duration(.zero ... .seconds(10)), default: .milliseconds(50),
        "How long the line must keep a level for it to count, 0 to 10 s.")
    static let valueOn = Key<String>.optional("value_on", .line(), "The value text while the line is active: Ajar.")
    static let valueOff = Key<String>.optional("value_off", .line(), "The value text while it is inactive: Shut.")

    static let mapping = MappingDescription(
        noun: "sensor", example: "{line: GPIO24, value_on: Ajar, value_off: Shut}",
        documentation: "An input line that says what is so, whatever was wished for.",
        keys: [
            line.description, active.description, pull.description, debounce.description, valueOn.description,
            valueOff.description,
        ])

    @Sendable static func sensor(_ fields: Fields) -> SensorDescription? {
        guard let name = fields[line], let level = fields[active], let debounce = fields[debounce] else { return nil }
        return SensorDescription(
            line: name.description(active: level), bias: fields[pull] ?? (level == .low ? .up : .down),
            debounce: debounce, valueOn: fields[valueOn], valueOff: fields[valueOff])
    }
}
