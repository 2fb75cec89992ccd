extension IntentParameterRequest {
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
