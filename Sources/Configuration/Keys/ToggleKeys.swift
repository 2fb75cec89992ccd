/// The keys of a control's `toggle`.
enum ToggleKeys {
    static let line = Key<LineName>.required("line", .gpio, "The output line that is active while the toggle is on.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the line is active: low for most relay boards.")

    static let mapping = MappingDescription(
        noun: "toggle", example: "{line: GPIO18}", documentation: "Switches an output line on and off.",
        keys: [line.description, active.description])

    @Sendable static func action(_ fields: Fields) -> ControlAction? {
        guard let name = fields[line], let level = fields[active] else { return nil }
        return .toggleLine(name.description(active: level))
    }
}
