import ControlModel

/// The long form of a reference to a control: `{kind: KIND, configuration: {NAME: VALUE}}`.
enum ControlReferenceKeys {
    static let kind = Key<String>.required(
        "kind", .kind,
        """
        The control's kind: the panel's domain, a dot and the control's key; or a kind in the domain of an extension.
        """)
    static let configuration = Key<[String: IntentValue]>.optional(
        "configuration", .configuration,
        """
        The configuration of an extension's control at this place: names of parameters, each with true, false, a number, \
        text, or a list of these.
        """)

    static let mapping = MappingDescription(
        noun: "reference", example: "{kind: org.example.hallway.door}",
        documentation: "A control by its kind, with its configuration.",
        keys: [kind, configuration])

    @Sendable static func reference(_ fields: Fields) throws(Incomplete) -> ControlReference {
        let kind = try fields.value(kind)
        if fields.has(configuration), fields.reading.controls?.contains(kind: kind) == true {
            fields.report(.notConfigurable(key: configuration.name, kind: kind), at: configuration)
        }
        return ControlReference(kind: kind, configuration: fields[configuration] ?? [:])
    }
}

/// The long form of a control in Control Center: `{control: CONTROL, size: SIZE}`.
enum ControlTileKeys {
    static let control = Key<ControlReference>.required(
        "control", .control, "A control's key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}.")
    static let size = Key<TileSize>.optional(
        "size", .choice(), default: .small,
        "What the control shows: small shows the symbol, medium also title and value, large everything.")

    static let mapping = MappingDescription(
        noun: "tile", example: "{control: flashlight, size: large}",
        documentation: "A control in Control Center, with its size.",
        keys: [control, size])

    @Sendable static func tile(_ fields: Fields) throws(Incomplete) -> ControlTile {
        ControlTile(try fields.value(control), size: try fields.value(size))
    }
}
