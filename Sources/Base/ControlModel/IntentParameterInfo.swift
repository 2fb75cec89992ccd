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

/// A value that an intent needs before it can perform: the question that surfaces ask.
///
/// The answer is given by `parameter` to another performance of the same intent.
public struct IntentParameterRequest: Error, Hashable, Sendable, Codable {
    /// The intent's name for people.
    public let intent: String
    /// The name by which the value is given: the property's.
    public let parameter: String
    /// The parameter's name for people.
    public let title: String
    /// The author's question; `nil` where there is none.
    public let dialog: String?
    /// The values to choose from; `nil` where they cannot be listed.
    public let choices: [IntentChoice]?

    /// A question of its parts.
    public init(
        intent: String, parameter: String, title: String, dialog: String? = nil, choices: [IntentChoice]? = nil
    ) {
        self.intent = intent
        self.parameter = parameter
        self.title = title
        self.dialog = dialog
        self.choices = choices
    }
}

extension IntentParameterRequest: CustomStringConvertible {
    /// The author's question, or what is missing.
    public var description: String { dialog ?? "'\(intent)' needs a value for '\(title)'" }
}

/// One of the values that a parameter can have, for a chooser.
public struct IntentChoice: Hashable, Sendable, Codable {
    /// The value as data.
    public let value: IntentValue
    /// The value's name for people.
    public let title: String
    /// What people read beneath the name.
    public let subtitle: String?
    /// The value's symbol.
    public let symbol: ControlSnapshot.Symbol?

    /// A choice of its parts.
    public init(value: IntentValue, title: String, subtitle: String? = nil, symbol: ControlSnapshot.Symbol? = nil) {
        self.value = value
        self.title = title
        self.subtitle = subtitle
        self.symbol = symbol
    }
}

/// What must be unlocked before an intent performs.
public enum IntentAuthenticationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Performs locked or not.
    case alwaysAllowed
    /// The surface that asks must be unlocked.
    case requiresAuthentication
    /// The panel itself must be unlocked at its PIN pad, whoever asks.
    case requiresLocalDeviceAuthentication
}
