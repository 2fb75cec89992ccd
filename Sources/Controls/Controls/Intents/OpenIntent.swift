/// An action that opens a view: the one of its target. What a button that leads somewhere performs.
///
/// It need not have a `perform()` of its own.
public protocol OpenIntent: AppIntent {
    /// The type of the target, an `AppEnum`.
    associatedtype Value: AppValue

    /// What to open, a `@Parameter`.
    var target: Value { get set }
}

extension OpenIntent {
    /// The target is opened before the intent performs.
    public static var openAppWhenRun: Bool { true }

    /// Does nothing: that the target opens is all.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}
