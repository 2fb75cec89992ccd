/// How `perform()` asks for leave: on the panel by holding once more, on a page by a dialogue.
///
/// All of these throw `AppIntentError.UserActionRequired.confirmation` where people decline, do not answer within 10 s,
/// or cannot be asked. The surfaces word their own buttons, so action names and conditions are taken and left.
extension AppIntent {
    /// Asks to confirm the intent.
    public func requestConfirmation() async throws {
        try await confirm(nil)
    }

    /// Asks to confirm the intent, by a question.
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue, dialog: IntentDialog
    ) async throws {
        try await confirm(dialog)
    }

    /// Asks to confirm the intent, by a question. The view is not shown: a panel draws none.
    public func requestConfirmation<Content: View>(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
        dialog: IntentDialog? = nil, showDialogAsPrompt: Bool = true, @ViewBuilder content: @MainActor () -> Content
    ) async throws {
        try await confirm(dialog)
    }

    /// Asks to confirm the intent, by the dialogue of what would come of it.
    public func requestConfirmation<Result: IntentResult>(
        result: Result, confirmationActionName: ConfirmationActionName = .continue, showPrompt: Bool = true
    ) async throws {
        try await confirm((result as? any ProvidesDialog)?.dialog)
    }

    private func confirm(_ dialog: IntentDialog?) async throws {
        guard try await _PerformanceContext.isConfirmed(dialog.map { String(localized: $0.text) }) else {
            throw AppIntentError.UserActionRequired.confirmation
        }
    }
}

/// When a confirmation is to be asked for. A panel asks whenever it is told to.
public struct ConfirmationConditions: OptionSet, Hashable, Sendable {
    /// The conditions as bits.
    public let rawValue: Int

    /// Conditions of their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
