/// A control that people cannot configure.
@MainActor @preconcurrency
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
    let control: ConfigurationContent.Control

    /// A control whose template needs no value, or reads it itself.
    ///
    /// - Parameters:
    ///   - kind: The control's identity for good, in reverse-DNS form.
    ///   - content: The template, made anew on every reload.
    public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content) {
        control = ConfigurationContent.Control(
            kind: kind, preview: { TemplateContent(of: content()) }, load: { TemplateContent(of: content()) })
    }

    /// A control whose template is made of a provider's value.
    ///
    /// - Parameters:
    ///   - kind: The control's identity for good, in reverse-DNS form.
    ///   - provider: Asked for the value on every reload.
    ///   - content: The template for a value.
    public init<Provider: ControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) {
        control = ConfigurationContent.Control(
            kind: kind, preview: { TemplateContent(of: content(provider.previewValue)) },
            load: { TemplateContent(of: content(try await Handed(provider).currentValue().value)) })
    }

    /// The configuration itself.
    public var body: StaticControlConfiguration { self }
}

extension StaticControlConfiguration: ConfigurationElement {
    func describe(in content: inout ConfigurationContent) {
        content.control = control
    }
}

/// A value handed from the main actor to a provider's `currentValue()`, and back.
///
/// Providers and their values need not be `Sendable`: each value has one user at a time, the provider that made it,
/// then the body that is made of it. A provider that shares a class between calls has to guard it itself.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    nonisolated func currentValue() async throws -> Handed<Value.Value> where Value: ControlValueProvider {
        Handed<Value.Value>(try await value.currentValue())
    }
}
