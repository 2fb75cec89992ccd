/// The keys of a control's `button` that pulses a line.
enum PulseKeys {
    static let pulse = Key<LineName>.required("pulse", .gpio, "The output line that becomes active.")
    static let duration = Key<Duration>.required(
        "for", .duration(.milliseconds(10) ... .seconds(3600)),
        "How long it stays active, 10 ms to 1 h: there is no default, for it may be how long a door stands open.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the line is active: low for most relay boards.")

    static let mapping = MappingDescription(
        noun: "button", example: "{pulse: GPIO23, for: 3s}",
        documentation: "Makes an output line active for a time, such as that of a door opener.",
        keys: [pulse.description, duration.description, active.description])

    @Sendable static func action(_ fields: Fields) -> ControlAction? {
        guard let name = fields[pulse], let duration = fields[duration], let level = fields[active] else { return nil }
        return .pulse(name.description(active: level), duration: duration)
    }
}
