/// What `perform()` returns; mostly `.result()`.
public protocol IntentResult: Sendable {
    /// The type of the value returned, `Never` without one.
    associatedtype Value: Sendable = Never

    /// The value returned.
    var value: Value? { get }
}

extension IntentResult {
    /// A result that says only that the intent has performed.
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> {
        IntentResultContainer(value: nil)
    }

    /// A result with a value.
    public static func result<Returned: _IntentValue>(value: Returned) -> Self
    where Self == IntentResultContainer<Returned, Never, Never, Never> {
        IntentResultContainer(value: value)
    }

    /// A result after which another intent is performed, under that one's own authentication policy.
    public static func result<Opened: AppIntent>(opensIntent: Opened) -> Self
    where Self == IntentResultContainer<Never, Opened, Never, Never> {
        IntentResultContainer(value: nil, opensIntent: opensIntent)
    }

    /// A result with a value, after which another intent is performed, under that one's own authentication policy.
    public static func result<Returned: _IntentValue, Opened: AppIntent>(
        value: Returned, opensIntent: Opened
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Never, Never> {
        IntentResultContainer(value: value, opensIntent: opensIntent)
    }

    /// A result that tells people something.
    public static func result(dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
        IntentResultContainer(value: nil, dialog: dialog)
    }

    /// A result with a value, which tells people something.
    public static func result<Returned: _IntentValue>(value: Returned, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Returned, Never, Never, IntentDialog> {
        IntentResultContainer(value: value, dialog: dialog)
    }

    /// A result that tells people something, after which another intent is performed.
    public static func result<Opened: AppIntent>(opensIntent: Opened, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, Opened, Never, IntentDialog> {
        IntentResultContainer(value: nil, opensIntent: opensIntent, dialog: dialog)
    }

    /// A result with a value, which tells people something, after which another intent is performed.
    public static func result<Returned: _IntentValue, Opened: AppIntent>(
        value: Returned, opensIntent: Opened, dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Never, IntentDialog> {
        IntentResultContainer(value: value, opensIntent: opensIntent, dialog: dialog)
    }
}
