/// The sizes that a control can have in Control Center (P2).
public enum TileSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its symbol.
    case small
    /// Its symbol and title, and the value text in one line.
    case medium
    /// All that there is, with status and activity.
    case large
}
