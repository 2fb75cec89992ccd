/// Gives a control that people configure its value, for each configuration its own.
public protocol AppIntentControlValueProvider {
    /// What people configure.
    associatedtype Configuration: ControlConfigurationIntent
    /// What the template is made of: a `Bool` for most toggles, or any other type.
    associatedtype Value

    /// The value shown where the control is previewed, and before the first `currentValue(configuration:)`. Must be
    /// quick. Parameters that nobody has configured have their defaults, else, of an `AppEnum`, the first case, of an
    /// entity, what its query gives by default or suggests first.
    func previewValue(configuration: Configuration) -> Value

    /// The value now. Asked on load and on every reload of each placement.
    func currentValue(configuration: Configuration) async throws -> Value
}
