import Synchronization

/// Requests for confirmation from `perform()`. On the panel the user confirms with another hold, on a page in a dialog.
///
/// All methods throw `AppIntentError.UserActionRequired.confirmation` if the user declines, does not answer within 10
/// s, or cannot be asked (C24). The surfaces have their own button texts, so that action names and conditions have no
/// effect.
extension AppIntent {
    /// Asks to confirm the intent.
    public func requestConfirmation() async throws {
        try await confirm(nil)
    }

    /// Asks to confirm the intent, with a question.
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue, dialog: IntentDialog
    ) async throws {
        try await confirm(dialog)
    }

    /// Asks to confirm the intent, with a question. The view is not shown, because a panel draws no views.
    public func requestConfirmation<Content: View>(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
        dialog: IntentDialog? = nil, showDialogAsPrompt: Bool = true, @ViewBuilder content: @MainActor () -> Content
    ) async throws {
        try await confirm(dialog)
    }

    /// Asks to confirm the intent, with the dialog of its expected result.
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

/// Conditions for a confirmation. A panel ignores them, and always asks.
public struct ConfirmationConditions: OptionSet, Hashable, Sendable {
    /// The conditions as bits.
    public let rawValue: Int

    /// Conditions from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// The requests that a performance can make to the surface that started it. The code that performs an intent sets the
/// context.
public struct _PerformanceContext: Sendable {
    /// The context of the running performance; `nil` if no user can be asked.
    @TaskLocal public static var current: _PerformanceContext?

    public let performance: String
    /// Asks the user to confirm the action. Returns `false` if the user declined or did not answer in time.
    public let confirm: @Sendable (_ dialog: String?) async throws -> Bool

    /// Tells the surface how much is done, from 0 to 1.
    public let progress: @Sendable (_ completed: Double) -> Void
    /// The performance's `Progress`, which Foundation has.
    public let progressObject = _ProgressObject()

    public init(
        performance: String, confirm: @escaping @Sendable (_ dialog: String?) async throws -> Bool,
        progress: @escaping @Sendable (_ completed: Double) -> Void = { _ in }
    ) {
        self.performance = performance
        self.confirm = confirm
        self.progress = progress
    }

    static func isConfirmed(_ dialog: String?) async throws -> Bool {
        guard let current else { throw AppIntentError.UserActionRequired.confirmation }
        return try await current.confirm(dialog)
    }
}

/// A performance's object, which is made when the performance's code first asks for it.
public final class _ProgressObject: Sendable {
    private let object = Mutex<(any Sendable)?>(nil)

    public init() {}

    /// The object; `make` makes it.
    public func get(or make: () -> any Sendable) -> any Sendable {
        object.withLock { object in
            if let object { return object }
            let made = make()
            object = made
            return made
        }
    }
}
