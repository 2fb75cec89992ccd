/// Why an intent cannot be performed as it is.
public enum IntentParameterError: Error, Hashable, Sendable {
    /// A required parameter, here by its name for people, has no value.
    case needsValue(parameter: String, intent: String)
    /// The intent has no parameter of this name.
    case unknownParameter(name: String, intent: String)
    /// The value is none of those that the parameter can have; `known` are the raw values of the cases.
    case unknownCase(parameter: String, intent: String, value: IntentValue, known: [String])
    /// There is no entity of this identifier, or no longer.
    case unknownEntity(parameter: String, intent: String, value: IntentValue)
    /// The number is not in the parameter's range.
    case outOfRange(parameter: String, intent: String, value: IntentValue, range: ClosedRange<Double>)
    /// The value is not of the parameter's type.
    case wrongType(parameter: String, intent: String, value: IntentValue)
}
