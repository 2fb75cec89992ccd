/// A control without a configuration.
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration,
    ConfigurationElement
{
    let control: ConfigurationContent.Control

    /// A control whose template needs no value, or reads its value itself.
    ///
    /// - Parameters:
    ///   - kind: The control's permanent identity (`ControlKind`). The panel puts the extension's domain in front.
    ///   - content: The template, created again on every reload.
    public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content) {
        control = ConfigurationContent.Control(
            kind: kind, previewAtOnce: { TemplateContent(of: content()) },
            preview: { _ in TemplateContent(of: content()) },
            load: { _ in TemplateContent(of: content()) })
    }

    /// A control whose template depends on a provider's value.
    ///
    /// - Parameters:
    ///   - kind: The control's permanent identity (`ControlKind`). The panel puts the extension's domain in front.
    ///   - provider: Provides the value on every reload.
    ///   - content: The template for a value.
    public init<Provider: ControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) {
        control = ConfigurationContent.Control(
            kind: kind, previewAtOnce: { TemplateContent(of: content(provider.previewValue)) },
            preview: { _ in TemplateContent(of: content(provider.previewValue)) },
            load: { _ in TemplateContent(of: content(try await Handed(value: provider).currentValue().value)) })
    }

    public var body: StaticControlConfiguration { self }

    func describe(in content: inout ConfigurationContent) {
        content.control = control
    }
}
