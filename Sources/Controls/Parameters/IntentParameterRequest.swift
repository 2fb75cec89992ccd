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

    /// The question for a parameter of an intent, with the values that could be had for it.
    init<Intent: AppIntent>(
        for parameter: any AnyIntentParameter, name: String, of intent: Intent.Type, dialog: IntentDialog? = nil,
        choices: [IntentChoice]? = nil
    ) async {
        var choices = choices ?? parameter.choices
        // Without suggestions the question can still be asked, so a query that fails is no reason not to.
        if choices == nil, let suggested = try? await parameter.suggestions(), !suggested.isEmpty {
            choices = suggested
        }
        self.init(
            intent: String(localized: Intent.title), parameter: name,
            title: parameter.title.map(String.init(localized:)) ?? name,
            dialog: (dialog ?? parameter.requestValueDialog).map { String(localized: $0.text) }, choices: choices)
    }
}
