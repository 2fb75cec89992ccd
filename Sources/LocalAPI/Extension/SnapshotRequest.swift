import Controls

/// Asks for a control's value, and its body with it.
public struct SnapshotRequest: Sendable, Hashable, Codable {
    /// The control's kind.
    public var kind: String
    /// The placement's values of the configuration's parameters, by their names (C41).
    public var configuration: [String: IntentValue]

    /// A request of its parts.
    public init(kind: String, configuration: [String: IntentValue] = [:]) {
        self.kind = kind
        self.configuration = configuration
    }
}
