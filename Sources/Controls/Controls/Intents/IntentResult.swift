/// The result of `perform()`, usually `.result()`.
public protocol IntentResult: Sendable {
    /// The type of the returned value; `Never` without a value.
    associatedtype Value: Sendable = Never

    /// The returned value; `nil` without a value.
    var value: Value? { get }
}

extension IntentResult {
    /// A result without content: the intent has performed.
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> {
        IntentResultContainer(value: nil)
    }

    public static func result<Returned: _IntentValue>(value: Returned) -> Self
    where Self == IntentResultContainer<Returned, Never, Never, Never> {
        IntentResultContainer(value: value)
    }

    /// A result with an intent to perform next, under that intent's own authentication policy.
    public static func result<Opened: AppIntent>(opensIntent: Opened) -> Self
    where Self == IntentResultContainer<Never, Opened, Never, Never> {
        IntentResultContainer(value: nil, opensIntent: opensIntent)
    }

    /// A result with a value and an intent to perform next, under that intent's own authentication policy.
    public static func result<Returned: _IntentValue, Opened: AppIntent>(
        value: Returned, opensIntent: Opened
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Never, Never> {
        IntentResultContainer(value: value, opensIntent: opensIntent)
    }

    public static func result(dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
        IntentResultContainer(value: nil, dialog: dialog)
    }

    public static func result<Returned: _IntentValue>(value: Returned, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Returned, Never, Never, IntentDialog> {
        IntentResultContainer(value: value, dialog: dialog)
    }

    /// A result with a dialog for the user and an intent to perform next.
    public static func result<Opened: AppIntent>(opensIntent: Opened, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, Opened, Never, IntentDialog> {
        IntentResultContainer(value: nil, opensIntent: opensIntent, dialog: dialog)
    }

    /// A result with a value, a dialog for the user and an intent to perform next.
    public static func result<Returned: _IntentValue, Opened: AppIntent>(
        value: Returned, opensIntent: Opened, dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Never, IntentDialog> {
        IntentResultContainer(value: value, opensIntent: opensIntent, dialog: dialog)
    }
}

public protocol ReturnsValue<Value>: IntentResult {}

/// The result of an intent with an intent to perform next, usually one that opens a view.
public protocol OpensIntent: IntentResult {
    /// The intent to perform next.
    var opensIntent: (any AppIntent)? { get }
}

extension OpensIntent {
    /// No intent: a type of one's own that promises one need not give it.
    public var opensIntent: (any AppIntent)? { nil }
}

public protocol ProvidesDialog: IntentResult {
    var dialog: IntentDialog? { get }
}

/// The result of an intent with a view for the user. A panel shows the dialog and the value, and no view.
public protocol ShowsSnippetView: IntentResult {}

/// A message or question of an intent for the user.
public struct IntentDialog: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedStringResource

    public init(_ text: LocalizedStringResource) {
        self.text = text
    }

    /// A dialog with a full and a short text. A panel has little space, and shows the short text.
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) {
        self.init(supporting)
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }

    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

/// The result that `.result(…)` creates. A part whose type is `Never` is absent.
public struct IntentResultContainer<Value: Sendable, OpensIntent, Snippet, Dialog>: ReturnsValue {
    /// The returned value; `nil` without a value.
    public let value: Value?
    /// The intent to perform next.
    public internal(set) var opensIntent: (any AppIntent)?
    public internal(set) var dialog: IntentDialog?
}

extension IntentResultContainer: Controls.OpensIntent where OpensIntent: AppIntent {}

/// `Never` is the intent of a result without one, so that a plain `.result()` is an `OpensIntent`, too.
extension Never: AppIntent {
    /// Never shown: `Never` has no values.
    public static var title: LocalizedStringResource { "" }

    /// Never called: a result without an intent opens nothing.
    ///
    /// The protocol requires the initialiser. No input leads here, because `IntentRegistry` finds no `Never` by name.
    public init() { preconditionFailure("'Never' was created as an intent") }

    /// Never called: `Never` has no values.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        switch self {}
    }
}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: ShowsSnippetView where Snippet: View {}
