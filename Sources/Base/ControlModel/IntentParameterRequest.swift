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
