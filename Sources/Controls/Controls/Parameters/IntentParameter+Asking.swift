/// Requests for values from `perform()` (C24).
///
/// `perform()` does not wait for the answer. The methods create or throw an error that ends `perform()`, and the panel
/// asks the user. With the answer, `perform()` runs again from its beginning, and the same request then returns the
/// answer. Code before the request therefore runs twice.
extension IntentParameter {
    /// An error to throw from `perform()` if the value is missing, or if the intent cannot use the value.
    ///
    /// - Parameter dialog: The question. Default: `requestValueDialog`, or the parameter's name.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> any Error {
        NeededValue(parameter: self, dialog: dialog)
    }

    /// An error to throw from `perform()` to let the user choose one of several values.
    ///
    /// - Parameter dialog: The question. Default: `requestDisambiguationDialog`, or the parameter's name.
    public func needsDisambiguationError(among items: [Value.ValueType], dialog: IntentDialog? = nil) -> any Error {
        NeededValue(
            parameter: self, dialog: dialog ?? requestDisambiguationDialog, choices: items.map { IntentChoice(of: $0) })
    }

    /// Asks for the value.
    ///
    /// - Returns: The user's answer.
    /// - Throws: The question, if the user has not been asked yet.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value.ValueType {
        if let answer { return answer }
        throw needsValueError(dialog)
    }

    /// Asks to choose one of several values.
    ///
    /// - Returns: The user's answer, if it is among the values.
    /// - Throws: The question, if the user has not been asked yet.
    public func requestDisambiguation(
        among items: [Value.ValueType], dialog: IntentDialog? = nil
    ) async throws -> Value.ValueType {
        if let answer, items.contains(where: { $0._data == answer._data }) { return answer }
        throw needsDisambiguationError(among: items, dialog: dialog)
    }

    /// Asks whether a value is the right one. On the panel the user confirms with another hold, on a page in a dialog.
    ///
    /// - Returns: Whether the user confirmed the value.
    /// - Throws: `AppIntentError.UserActionRequired.confirmation` if no user can be asked.
    public func requestConfirmation(for item: Value.ValueType, dialog: IntentDialog? = nil) async throws -> Bool {
        try await _PerformanceContext.isConfirmed(
            dialog.map { String(localized: $0.text) } ?? "\(IntentChoice(of: item).title)?")
    }
}

/// The error that `needsValueError` creates. The parameter in it does not know the name that its intent declares.
struct NeededValue: Error {
    let parameter: any AnyIntentParameter
    let dialog: IntentDialog?
    /// The values to choose from; `nil` for the parameter's possible values.
    var choices: [IntentChoice]?
}

extension IntentParameterRequest {
    /// The question for a parameter of an intent, with the parameter's possible values.
    init<Intent: AppIntent>(
        for parameter: any AnyIntentParameter, name: String, of intent: Intent.Type, dialog: IntentDialog? = nil,
        choices: [IntentChoice]? = nil
    ) async {
        var choices = choices ?? parameter.choices
        // The question is useful without suggestions, so that a failing query is ignored.
        if choices == nil, let suggested = try? await parameter.suggestions(), !suggested.isEmpty {
            choices = suggested
        }
        self.init(
            intent: String(localized: Intent.title), parameter: name,
            title: parameter.title.map(String.init(localized:)) ?? name,
            dialog: (dialog ?? parameter.requestValueDialog).map { String(localized: $0.text) }, choices: choices)
    }
}
