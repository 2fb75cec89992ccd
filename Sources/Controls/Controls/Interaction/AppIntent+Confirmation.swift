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

/// What a performance can ask of the surface that it was asked for on. Whoever performs an intent sets it.
public struct _PerformanceContext: Sendable {
    /// The context of the performance that runs; `nil` where there is nobody to ask.
    @TaskLocal public static var current: _PerformanceContext?

    /// The performance's name.
    public let performance: String
    /// Asks people to confirm what is about to be done. Gives `false` where they declined, or did not answer in time.
    public let confirm: @Sendable (_ dialog: String?) async throws -> Bool

    /// A context of its parts.
    public init(performance: String, confirm: @escaping @Sendable (_ dialog: String?) async throws -> Bool) {
        self.performance = performance
        self.confirm = confirm
    }

    static func isConfirmed(_ dialog: String?) async throws -> Bool {
        guard let current else { throw AppIntentError.UserActionRequired.confirmation }
        return try await current.confirm(dialog)
    }
}
