/// Provides a control's value.
public protocol ControlValueProvider {
    /// The type of the value: `Bool` for most toggles, or any other type.
    associatedtype Value

    /// The value for previews, and until the first `currentValue()` returns. The property must return quickly.
    var previewValue: Value { get }

    /// The current value. Called on load and on every reload.
    func currentValue() async throws -> Value
}

/// Provides the value of a configurable control for each configuration.
public protocol AppIntentControlValueProvider {
    associatedtype Configuration: ControlConfigurationIntent
    /// The type of the value: `Bool` for most toggles, or any other type.
    associatedtype Value

    /// The value for previews, and until the first `currentValue(configuration:)` returns. The method must return
    /// quickly. A parameter that is not configured has its default. Without a default, an `AppEnum` has its first case,
    /// and an entity has the query's default or first suggestion.
    func previewValue(configuration: Configuration) -> Value

    /// The current value. Called on load and on every reload of each placement.
    func currentValue(configuration: Configuration) async throws -> Value
}

/// A value that moves from the main actor to a provider's `currentValue()`, and back.
///
/// Providers and their values need not be `Sendable`. Each value has one user at a time: the provider that created it,
/// then the body that reads it. A provider that shares an object between calls must synchronise access to it.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    nonisolated func currentValue() async throws -> Handed<Value.Value> where Value: ControlValueProvider {
        Handed<Value.Value>(value: try await value.currentValue())
    }

    nonisolated func currentValue(configuration: Value.Configuration) async throws -> Handed<Value.Value>
    where Value: AppIntentControlValueProvider {
        Handed<Value.Value>(value: try await value.currentValue(configuration: configuration))
    }
}
