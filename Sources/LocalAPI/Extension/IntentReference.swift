import ControlModel

/// An intent as data (E3): its type's name, the values of its parameters, and the properties that the core needs.
public struct IntentReference: Sendable, Hashable, Codable {
    /// The persistent identifier of the intent's type.
    public var type: String
    /// The intent's name for people.
    public var title: String
    /// The intent's purpose, for people.
    public var description: String?
    /// The values of the intent's parameters, by their names, without a toggle's `value`, which the system sets.
    public var values: [String: IntentValue]
    /// All parameters except a toggle's `value`, in declaration order, each with its default value. The panel refuses a
    /// value with another name, unless the intent has asked for it.
    public var parameters: [IntentParameterInfo]
    /// The authentication that the intent requires.
    public var authentication: IntentAuthenticationPolicy
    /// Whether programs can list the intent and run it by name (C28).
    public var isDiscoverable: Bool
    /// Whether the intent's view opens before it performs (C22: `openAppWhenRun`).
    public var opensBeforePerforming: Bool
    /// The target that the intent opens; `nil` if that is unknown before it performs.
    public var opens: OpenTarget?

    public init(
        type: String, title: String, description: String? = nil, values: [String: IntentValue] = [:],
        parameters: [IntentParameterInfo] = [], authentication: IntentAuthenticationPolicy = .alwaysAllowed,
        isDiscoverable: Bool = true, opensBeforePerforming: Bool = false, opens: OpenTarget? = nil
    ) {
        self.type = type
        self.title = title
        self.description = description
        self.values = values
        self.parameters = parameters
        self.authentication = authentication
        self.isDiscoverable = isDiscoverable
        self.opensBeforePerforming = opensBeforePerforming
        self.opens = opens
    }

    /// Reads an intent. Only `type` is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let type = try values.decode(String.self, forKey: .type)
        self.init(
            type: type, title: try values[.title] ?? type, description: try values[.description],
            values: try values[.values] ?? [:], parameters: try values[.parameters] ?? [],
            authentication: try values[.authentication] ?? .alwaysAllowed,
            isDiscoverable: try values[.isDiscoverable] ?? true,
            opensBeforePerforming: try values[.opensBeforePerforming] ?? false, opens: try values[.opens])
    }
}
