/// An action that brings something to a value: what a toggle performs.
///
/// The system sets `value` to the state to go to before it performs the intent; nothing else sets it.
public protocol SetValueIntent<ValueType>: AppIntent {
    /// The type of the value: `Bool` for a toggle.
    associatedtype ValueType: _IntentValue

    /// The value to bring about, a `@Parameter`.
    var value: ValueType { get set }
}
