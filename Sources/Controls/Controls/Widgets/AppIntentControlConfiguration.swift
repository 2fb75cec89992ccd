/// A control that people configure: each placement has its own configuration, and so its own value.
@MainActor @preconcurrency
public struct AppIntentControlConfiguration<
    Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate
>: ControlWidgetConfiguration {
    let control: ConfigurationContent.Control

    /// A control whose template is made of the configuration, and needs no value, or reads it itself.
    ///
    /// - Parameters:
    ///   - kind: The control's identity for good, in reverse-DNS form.
    ///   - intent: What people configure.
    ///   - content: The template for a configuration, made anew on every reload.
    public init(
        kind: String, intent: Configuration.Type = Configuration.self,
        @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
    ) {
        control = ConfigurationContent.Control(
            kind: kind, intent: Configuration.self,
            previewAtOnce: {
                Configured<Configuration>(guessed: [:]).template { TemplateContent(of: content($0)) }
            },
            preview: { values in
                try await Configured<Configuration>(guessing: values).template { TemplateContent(of: content($0)) }
            },
            load: { values in
                try await Configured<Configuration>(values).template { TemplateContent(of: content($0)) }
            })
    }

    /// A control whose template is made of a provider's value for the configuration.
    ///
    /// - Parameters:
    ///   - kind: The control's identity for good, in reverse-DNS form.
    ///   - provider: Asked for the value on every reload of each placement.
    ///   - content: The template for a value.
    public init<Provider: AppIntentControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
    ) where Provider.Configuration == Configuration {
        let preview: @MainActor (Configuration) -> TemplateContent = {
            TemplateContent(of: content(provider.previewValue(configuration: $0)))
        }
        control = ConfigurationContent.Control(
            kind: kind, intent: Configuration.self,
            previewAtOnce: { Configured<Configuration>(guessed: [:]).template(preview) },
            preview: { values in
                try await Configured<Configuration>(guessing: values).template(preview)
            },
            load: { values in
                let configured = try await Configured<Configuration>(values)
                guard configured.problems.isEmpty else {
                    return TemplateContent(incomplete: configured.intent, problems: configured.problems)
                }
                let value = try await Handed(provider).currentValue(configuration: configured.intent).value
                return TemplateContent(of: content(value))
            })
    }

    /// The configuration itself.
    public var body: AppIntentControlConfiguration { self }
}

extension AppIntentControlConfiguration: ConfigurationElement {
    func describe(in content: inout ConfigurationContent) {
        content.control = control
    }
}
