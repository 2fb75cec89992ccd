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

    @Sendable static func dimming(_ fields: Fields) -> LightDimming? {
        guard let from = fields[from], let until = fields[until] else { return nil }
        if from == until {
            fields.report(.noHours(key: Self.until.name, other: Self.from.name, until.description), at: Self.until)
        }
        return fields[to].map { LightDimming(from: from, until: until, percent: $0) }
    }
}
