/// A parameter of any type.
protocol AnyIntentParameter: AnyObject, Sendable {
    var title: LocalizedStringResource? { get }
    var description: LocalizedStringResource? { get }

    /// Whether an intent cannot be performed without a value.
    var isRequired: Bool { get }

    /// The values that there are; `nil` where they cannot be listed.
    var choices: [IntentChoice]? { get }

    /// The value as data; `nil` where there is none.
    var data: IntentValue? { get }

    /// Sets the value that data stands for.
    ///
    /// - Returns: Whether it stands for one.
    func setData(_ data: IntentValue) -> Bool

    /// Whether the parameter is required and has no value.
    var needsValue: Bool { get }

    /// A parameter with the same value and storage of its own.
    func copy() -> any AnyIntentParameter

    /// Takes over the value, or the absence of one, of a parameter of the same type.
    func setValue(from other: any AnyIntentParameter)
}
