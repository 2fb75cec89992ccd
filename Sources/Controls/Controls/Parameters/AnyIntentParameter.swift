/// A parameter of any type.
protocol AnyIntentParameter: AnyObject, Sendable {
    var title: LocalizedStringResource? { get }
    var description: LocalizedStringResource? { get }

    /// What is asked where the value is wanting; `nil` where the author did not say.
    var requestValueDialog: IntentDialog? { get }

    /// The kind of value.
    var type: IntentValueType { get }

    /// The numbers that are taken; `nil`: all.
    var range: ClosedRange<Double>? { get }

    /// Whether an intent cannot be performed without a value.
    var isRequired: Bool { get }

    /// The values that there are; `nil` where they cannot be listed without asking.
    var choices: [IntentChoice]? { get }

    /// The value as data; `nil` where there is none.
    var data: IntentValue? { get }

    /// Sets the value that data stands for. That of an entity is had by `resolve()`.
    ///
    /// - Parameter isAnswer: Whether people gave it for this performance.
    /// - Returns: Whether it could stand for one.
    func setData(_ data: IntentValue, isAnswer: Bool) -> Bool

    /// Asks the query for the entities that data stands for, if it does.
    ///
    /// - Returns: Whether there is a value now, or none was asked for.
    func resolve() async throws -> Bool

    /// Whether the value, if there is one, can be read: no query is yet to be asked for it.
    var isResolved: Bool { get }

    /// Whether the parameter is required and has no value.
    var needsValue: Bool { get }

    /// The values to choose from, asked for where they cannot be listed; empty where there are none.
    func suggestions() async throws -> [IntentChoice]

    /// What a preview takes: the default of whoever is asked for the values, else the first of them.
    func previewData() async -> IntentValue?

    /// A parameter with the same value and storage of its own. An entity is kept as its identifier.
    func copy() -> any AnyIntentParameter

    /// Takes over the value, or the absence of one, of a parameter of the same type.
    func setValue(from other: any AnyIntentParameter)
}
