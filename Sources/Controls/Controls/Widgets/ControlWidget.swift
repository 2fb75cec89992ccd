/// A control: something to hold a button for.
@MainActor @preconcurrency
public protocol ControlWidget: Widget where Body: ControlWidgetConfiguration {
    /// The control, as the bundle lists it.
    init()

    /// The control's kind, template and provider.
    @ControlWidgetConfigurationBuilder var body: Body { get }
}

/// What a control is and where its value comes from.
@MainActor @preconcurrency
public protocol ControlWidgetConfiguration: WidgetConfiguration where Body: ControlWidgetConfiguration {}

extension ControlWidgetConfiguration {
    /// Names the control in the gallery and in hints. Without it, the extension's name is shown.
    public func displayName(_ displayName: LocalizedStringResource) -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self, modification: .displayName(displayName))
    }

    /// Says in the gallery what the control does.
    public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self, modification: .description(description))
    }

    /// Asks people for the configuration when they add the control, rather than only when they edit it.
    public func promptsForUserConfiguration() -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self, modification: .promptsForUserConfiguration)
    }

    /// Lets a message reload each placement of the control, and tells the handler by which token.
    public func pushHandler<PushHandler: ControlPushHandler>(
        _ type: PushHandler.Type
    ) -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self, modification: .pushHandler(type))
    }
}

/// Builds a control's body of the one configuration in it, after any number of other statements.
@resultBuilder
public struct ControlWidgetConfigurationBuilder {
    /// The configuration.
    public static func buildExpression<Content: ControlWidgetConfiguration>(_ content: Content) -> Content {
        content
    }

    /// The configuration.
    public static func buildBlock<Content: ControlWidgetConfiguration>(_ content: Content) -> Content {
        content
    }
}

/// No control. A control of this configuration is not listed.
public struct EmptyControlWidgetConfiguration: ControlWidgetConfiguration, ConfigurationElement {
    /// The empty configuration.
    public nonisolated init() {}

    /// The configuration itself.
    public var body: EmptyControlWidgetConfiguration { self }

    func describe(in content: inout ConfigurationContent) {}
}

/// A configuration with one thing said about it.
struct ModifiedConfiguration<Content: ControlWidgetConfiguration>: ControlWidgetConfiguration, ConfigurationElement {
    enum Modification {
        case displayName(LocalizedStringResource)
        case description(LocalizedStringResource)
        case promptsForUserConfiguration
        case pushHandler(any ControlPushHandler.Type)
    }

    let content: Content
    let modification: Modification

    var body: ModifiedConfiguration { self }

    func describe(in content: inout ConfigurationContent) {
        content.read(self.content)
        switch modification {
        case .displayName(let text): content.displayName = content.displayName ?? String(localized: text)
        case .description(let text): content.description = content.description ?? String(localized: text)
        case .promptsForUserConfiguration: content.promptsForUserConfiguration = true
        case .pushHandler(let type): content.pushHandler = content.pushHandler ?? type
        }
    }
}
