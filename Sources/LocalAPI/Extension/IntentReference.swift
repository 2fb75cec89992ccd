import ControlModel

/// An intent as data (E3): its type's name and the values of its parameters, with what the core must know of it.
public struct IntentReference: Sendable, Hashable, Codable {
    /// The persistent identifier of the intent's type.
    public var type: String
    /// The intent's name for people.
    public var title: String
    /// What it does, for people.
    public var description: String?
    /// The values of its parameters, by their names. A toggle's `value` is set by the system and is not among them.
    public var values: [String: IntentValue]
    /// All its parameters but a toggle's `value`, in the order of their declaration, each with the value that it has where
    /// nobody gives it one. What is given by another name is refused, unless the intent has asked for it.
    public var parameters: [IntentParameterInfo]
    /// What must be unlocked for it.
    public var authentication: IntentAuthenticationPolicy
    /// Whether it can be listed and run by name (C28).
    public var isDiscoverable: Bool
    /// Whether its view is opened before it performs (C22).
    public var opensBeforePerforming: Bool
    /// What it opens, where that is known before it performs.
    public var opens: OpenTarget?

    /// An intent of its parts.
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
}

extension IntentReference {
    /// Reads an intent, of which only the type must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let type = try values.decode(String.self, forKey: .type)
        self.init(
            type: type, title: try values.decodeIfPresent(String.self, forKey: .title) ?? type,
            description: try values.decodeIfPresent(String.self, forKey: .description),
            values: try values.decodeIfPresent([String: IntentValue].self, forKey: .values) ?? [:],
            parameters: try values.decodeIfPresent([IntentParameterInfo].self, forKey: .parameters) ?? [],
            authentication: try values.decodeIfPresent(IntentAuthenticationPolicy.self, forKey: .authentication)
                ?? .alwaysAllowed,
            isDiscoverable: try values.decodeIfPresent(Bool.self, forKey: .isDiscoverable) ?? true,
            opensBeforePerforming: try values.decodeIfPresent(Bool.self, forKey: .opensBeforePerforming) ?? false,
            opens: try values.decodeIfPresent(OpenTarget.self, forKey: .opens))
    }
}
