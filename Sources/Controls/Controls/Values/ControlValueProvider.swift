/// Gives a control its value.
public protocol ControlValueProvider {
    /// What the template is made of: a `Bool` for most toggles, or any other type.
    associatedtype Value

    /// The value shown where the control is previewed, and before the first `currentValue()`. Must be quick.
    var previewValue: Value { get }

    /// The value now. Asked on load and on every reload.
    func currentValue() async throws -> Value
}
