import ControlModel

/// A control in Control Center.
public struct ControlTile: Sendable, Hashable {
    /// The control.
    public var reference: ControlReference
    /// How much is shown of it.
    public var size: TileSize

    /// A tile of its parts.
    public init(_ reference: ControlReference, size: TileSize = .small) {
        self.reference = reference
        self.size = size
    }
}
