/// A parameter of an intent, as data for a form.
public struct IntentParameterInfo: Hashable, Sendable, Codable {
    /// The name of the property, by which a value is given.
    public let name: String
    /// The name for users; the property's where the author gave none.
    public let title: String
    /// A description of the parameter, for users.
    public let description: String?
    /// The type of the value; `nil` where the declaration gives none.
    public let type: IntentValueType?
    /// Whether the intent cannot be performed without a value.
    public let isRequired: Bool
    /// The value, or the default; `nil` where there is neither.
    public let value: IntentValue?
    /// The values to choose from; `nil` where they cannot be listed.
    public let choices: [IntentChoice]?
    /// The suggestions that the intent's program gives on request; `nil` where it gives none.
    public let suggestions: ParameterSuggestions?

    /// Creates a parameter; without `title`, its name is shown.
    public init(
        name: String, title: String? = nil, description: String? = nil, type: IntentValueType? = nil,
        isRequired: Bool = false, value: IntentValue? = nil, choices: [IntentChoice]? = nil,
        suggestions: ParameterSuggestions? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.description = description
        self.type = type
        self.isRequired = isRequired
        self.value = value
        self.choices = choices
        self.suggestions = suggestions
    }

    /// Decodes a parameter. Only the name is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name), title: try values[.title],
            // An unknown type counts as none: the form then accepts any value.
            description: try values[.description], type: try values[.type].flatMap(IntentValueType.init(rawValue:)),
            isRequired: try values[.isRequired] ?? false, value: try values[.value], choices: try values[.choices],
            suggestions: try values[.suggestions])
    }
}

/// The other parameters on which the suggestions for a parameter depend.
public struct ParameterSuggestions: Hashable, Sendable, Codable {
    /// The names of the parameters whose values the suggestions depend on.
    public let dependsOn: [String]

    public init(dependsOn: [String] = []) {
        self.dependsOn = dependsOn
    }
}

/// A value that an intent needs before it can perform: the question that a surface asks.
///
/// The answer is passed under the name `parameter` when the same intent is performed again.
public struct IntentParameterRequest: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The intent's name for users.
    public let intent: String
    /// The name of the property, by which the value is given.
    public let parameter: String
    /// The parameter's name for users.
    public let title: String
    /// The author's question; `nil` where there is none.
    public let dialog: String?
    /// The values to choose from; `nil` where they cannot be listed.
    public let choices: [IntentChoice]?

    public init(
        intent: String, parameter: String, title: String, dialog: String? = nil, choices: [IntentChoice]? = nil
    ) {
        self.intent = intent
        self.parameter = parameter
        self.title = title
        self.dialog = dialog
        self.choices = choices
    }

    /// The `parameter` of a question that belongs to no parameter: the intent asks to choose one of several options.
    public static let choice = "requested choice"

    /// The author's question, or a text that names the missing value.
    public var description: String { dialog ?? "'\(intent)' needs a value for '\(title)'" }
}

/// One of the values that a parameter can have, for a chooser.
public struct IntentChoice: Hashable, Sendable, Codable {
    public let value: IntentValue
    /// The value's name for users.
    public let title: String
    /// A second line beneath the name; `nil` for none.
    public let subtitle: String?
    public let symbol: ControlSnapshot.Symbol?
    /// The heading of the choices among which this one stands; `nil` for none.
    public let section: String?

    public init(
        value: IntentValue, title: String, subtitle: String? = nil, symbol: ControlSnapshot.Symbol? = nil,
        section: String? = nil
    ) {
        self.value = value
        self.title = title
        self.subtitle = subtitle
        self.symbol = symbol
        self.section = section
    }
}

/// The lock state that an intent requires.
public enum IntentAuthenticationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The intent performs in any lock state.
    case alwaysAllowed
    /// The surface that performs the intent must be unlocked.
    case requiresAuthentication
    /// The panel itself must be unlocked at its PIN pad, whichever surface performs the intent.
    case requiresLocalDeviceAuthentication
}
