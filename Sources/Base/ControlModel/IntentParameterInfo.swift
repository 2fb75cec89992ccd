/// A parameter of an intent, as data for a form.
public struct IntentParameterInfo: Hashable, Sendable, Codable {
    /// The name by which the value is given: the property's.
    public let name: String
    /// The name for people; the property's where the author gave none.
    public let title: String
    /// What the parameter is, for people.
    public let description: String?
    /// The kind of value; `nil` where whoever declared the parameter did not say.
    public let type: IntentValueType?
    /// Whether the intent cannot be performed without a value.
    public let isRequired: Bool
    /// The value, or the default; `nil` where there is neither.
    public let value: IntentValue?
    /// The values to choose from; `nil` where they cannot be listed.
    public let choices: [IntentChoice]?

    /// A parameter of its parts; without `title`, its name is shown.
    public init(
        name: String, title: String? = nil, description: String? = nil, type: IntentValueType? = nil,
        isRequired: Bool = false, value: IntentValue? = nil, choices: [IntentChoice]? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.description = description
        self.type = type
        self.isRequired = isRequired
        self.value = value
        self.choices = choices
    }
}

extension IntentParameterInfo {
    /// Reads a parameter, of which only the name must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            title: try values.decodeIfPresent(String.self, forKey: .title),
            description: try values.decodeIfPresent(String.self, forKey: .description),
            // A kind that is not known yet is none: the form then takes any value.
            type: try values.decodeIfPresent(String.self, forKey: .type).flatMap(IntentValueType.init(rawValue:)),
            isRequired: try values.decodeIfPresent(Bool.self, forKey: .isRequired) ?? false,
            value: try values.decodeIfPresent(IntentValue.self, forKey: .value),
            choices: try values.decodeIfPresent([IntentChoice].self, forKey: .choices))
    }
}
