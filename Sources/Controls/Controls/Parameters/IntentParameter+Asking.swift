/// How `perform()` asks for values.
///
/// Nobody waits for an answer: `perform()` is left by the error that these make or throw, people are asked, and with
/// their answer it runs again from its beginning, where the same question then gives the answer. What precedes the
/// question is done twice.
extension IntentParameter {
    /// An error to throw from `perform()` where the value is wanting, or is none that the intent can use.
    ///
    /// - Parameter dialog: The question; without one, `requestValueDialog`, or the parameter's name.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> any Error {
        NeededValue(parameter: self, dialog: dialog)
    }

    /// An error to throw from `perform()` where people are to choose one of several values.
    ///
    /// - Parameter dialog: The question; without one, `requestDisambiguationDialog`, or the parameter's name.
    public func needsDisambiguationError(among items: [Value.ValueType], dialog: IntentDialog? = nil) -> any Error {
        NeededValue(
            parameter: self, dialog: dialog ?? requestDisambiguationDialog, choices: items.map(IntentChoice.init(of:)))
    }

    /// Asks for the value.
    ///
    /// - Returns: The answer, where people have given it.
    /// - Throws: The question, where they have not been asked yet.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value.ValueType {
        if let answer { return answer }
        throw needsValueError(dialog)
    }

    /// Asks to choose one of several values.
    ///
    /// - Returns: The answer, where people have given it and it is among the values.
    /// - Throws: The question, where they have not been asked yet.
    public func requestDisambiguation(
        among items: [Value.ValueType], dialog: IntentDialog? = nil
    ) async throws -> Value.ValueType {
        if let answer, items.contains(where: { $0._data == answer._data }) { return answer }
        throw needsDisambiguationError(among: items, dialog: dialog)
    }

    /// Asks whether a value is the right one: on the panel by holding once more, on a page by a dialogue.
    ///
    /// - Returns: Whether people confirmed it.
    /// - Throws: `AppIntentError.UserActionRequired.confirmation` where nobody can be asked.
    public func requestConfirmation(for item: Value.ValueType, dialog: IntentDialog? = nil) async throws -> Bool {
        try await _PerformanceContext.isConfirmed(
            dialog.map { String(localized: $0.text) } ?? "\(IntentChoice(of: item).title)?")
    }
}

/// What `needsValueError` makes: a parameter that does not know by what name its intent declares it.
struct NeededValue: Error {
    let parameter: any AnyIntentParameter
    let dialog: IntentDialog?
    /// The values to choose from; `nil`: those that the parameter can have.
    var choices: [IntentChoice]?
}

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
