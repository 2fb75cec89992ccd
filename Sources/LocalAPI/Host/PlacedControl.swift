import ControlModel

/// A control where it is placed, as its extension may know it (C46).
public struct PlacedControl: Sendable, Hashable, Codable {
    /// The control's kind.
    public var kind: String
    /// The placement's configuration; empty where it has none.
    public var configuration: [String: IntentValue]
    /// The secret part of the placement's push topic; `nil` where the control wants none (C45).
    public var pushToken: String?

    /// A placement of its parts.
    public init(kind: String, configuration: [String: IntentValue] = [:], pushToken: String? = nil) {
        self.kind = kind
        self.configuration = configuration
        self.pushToken = pushToken
    }
}

extension PlacedControl {
    /// Reads a placement, of which only the kind must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(String.self, forKey: .kind),
            configuration: try values.decodeIfPresent([String: IntentValue].self, forKey: .configuration) ?? [:],
            pushToken: try values.decodeIfPresent(String.self, forKey: .pushToken))
    }
}
