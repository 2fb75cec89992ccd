import ControlModel

/// The long form of a control in Control Center: `{control: CONTROL, size: SIZE}`.
enum ControlTileKeys {
    static let control = Key<ControlReference>.required(
        "control", .control, "A control's key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}.")
    static let size = Key<TileSize>.optional(
        "size", .choice(), default: .small,
        "How much is shown: small the symbol, medium title and value besides, large all that there is.")

    static let mapping = MappingDescription(
        noun: "tile", example: "{control: flashlight, size: large}",
        documentation: "A control in Control Center, and its size there.",
        keys: [control.description, size.description])

    @Sendable static func tile(_ fields: Fields) -> ControlTile? {
        guard let reference = fields[control], let size = fields[size] else { return nil }
        return ControlTile(reference, size: size)
    }
}
