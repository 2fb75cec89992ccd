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

/// The result of an intent that returns a value.
public protocol ReturnsValue<Value>: IntentResult {}

/// The result of an intent after which another one is to be performed, most often one that opens a view.
public protocol OpensIntent: IntentResult {
    /// The intent to perform next.
    var opensIntent: (any AppIntent)? { get }
}

/// The result of an intent that tells people something.
public protocol ProvidesDialog: IntentResult {
    /// What people are told.
    var dialog: IntentDialog? { get }
}

/// What a person is told or asked on an intent's behalf.
public struct IntentDialog: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedStringResource

    /// A text.
    public init(_ text: LocalizedStringResource) {
        self.text = text
    }

    /// A text in full and in short. A panel has little room, and shows the short one.
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) {
        self.init(supporting)
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

/// The result that `.result(…)` makes. Its parts are absent where their type is `Never`.
public struct IntentResultContainer<Value: Sendable, OpensIntent, Snippet, Dialog>: ReturnsValue {
    /// The value returned.
    public let value: Value?
    /// The intent to perform next.
    public let opensIntent: (any AppIntent)?
    /// What people are told.
    public let dialog: IntentDialog?

    init(value: Value?, opensIntent: (any AppIntent)? = nil, dialog: IntentDialog? = nil) {
        self.value = value
        self.opensIntent = opensIntent
        self.dialog = dialog
    }
}

extension IntentResultContainer: Controls.OpensIntent where OpensIntent: AppIntent {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
