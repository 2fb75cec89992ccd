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
