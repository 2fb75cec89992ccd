import ControlModel

/// The long form of a reference to a control: `{kind: KIND, configuration: {NAME: VALUE}}`.
enum ControlReferenceKeys {
    static let kind = Key<String>.required(
        "kind", .kind,
        "The control's kind: the panel's domain, a dot and the control's key; or one in the domain of an extension.")
    static let configuration = Key<[String: IntentValue]>.optional(
        "configuration", .configuration,
        """
        What an extension's control is configured with here: names of parameters, each with true, false, a number, text, or \
        a list of these.
        """)

    static let mapping = MappingDescription(
        noun: "reference", example: "{kind: org.example.hallway.door}",
        documentation: "Names a control by its kind, and configures it.",
        keys: [kind.description, configuration.description])

    @Sendable static func reference(_ fields: Fields) -> ControlReference? {
        guard let kind = fields[kind] else { return nil }
        if fields.has(configuration), fields.reading.controls?.contains(kind: kind) == true {
            fields.report(.notConfigurable(key: configuration.name, kind: kind), at: configuration)
        }
        return ControlReference(kind: kind, configuration: fields[configuration] ?? [:])
    }
}
