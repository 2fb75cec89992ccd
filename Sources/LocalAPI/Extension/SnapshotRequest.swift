import ControlModel

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

extension SnapshotRequest {
    /// Reads a request, of which only the kind must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(String.self, forKey: .kind),
            configuration: try values.decodeIfPresent([String: IntentValue].self, forKey: .configuration) ?? [:])
    }
}
