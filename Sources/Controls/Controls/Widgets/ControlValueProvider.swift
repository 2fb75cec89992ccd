/// Gives a control its value.
public protocol ControlValueProvider {
    /// What the template is made of: a `Bool` for most toggles, or any other type.
    associatedtype Value

    /// The value shown where the control is previewed, and before the first `currentValue()`. Must be quick.
    var previewValue: Value { get }

    /// The value now. Asked on load and on every reload.
    func currentValue() async throws -> Value
}

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

/// A value handed from the main actor to a provider's `currentValue()`, and back.
///
/// Providers and their values need not be `Sendable`: each value has one user at a time, the provider that made it,
/// then the body that is made of it. A provider that shares a class between calls has to guard it itself.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    nonisolated func currentValue() async throws -> Handed<Value.Value> where Value: ControlValueProvider {
        Handed<Value.Value>(try await value.currentValue())
    }

    nonisolated func currentValue(configuration: Value.Configuration) async throws -> Handed<Value.Value>
    where Value: AppIntentControlValueProvider {
        Handed<Value.Value>(try await value.currentValue(configuration: configuration))
    }
}
