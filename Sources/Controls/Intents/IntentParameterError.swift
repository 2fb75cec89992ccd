/// Why an intent cannot be performed as it is.
public enum IntentParameterError: Error, Hashable, Sendable {
    /// A required parameter has no value.
    case needsValue(parameter: String, intent: String)
}
