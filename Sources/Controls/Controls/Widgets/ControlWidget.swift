/// A control, which a hold of a button performs.
@MainActor @preconcurrency
public protocol ControlWidget: Widget where Body: ControlWidgetConfiguration {
    init()

    /// The control's kind, template and provider.
    @ControlWidgetConfigurationBuilder var body: Body { get }
}

/// A control's kind, template and provider of values.
@MainActor @preconcurrency
public protocol ControlWidgetConfiguration: WidgetConfiguration where Body: ControlWidgetConfiguration {}

extension ControlWidgetConfiguration {
    /// Sets the control's name in the gallery and in hints. Default: the extension's name.
    public func displayName(_ displayName: LocalizedStringResource) -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self) { $0.displayName = $0.displayName ?? String(localized: displayName) }
    }

    /// Sets the control's description in the gallery.
    public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self) { $0.description = $0.description ?? String(localized: description) }
    }

    /// Asks users for the configuration when they add the control, not only when they edit it.
    public func promptsForUserConfiguration() -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self) { $0.promptsForUserConfiguration = true }
    }

    /// Lets messages reload the control's placements, and passes each placement's token to the handler.
    public func pushHandler<PushHandler: ControlPushHandler>(
        _ type: PushHandler.Type
    ) -> some ControlWidgetConfiguration {
        ModifiedConfiguration(content: self) { $0.pushHandler = $0.pushHandler ?? type }
    }
}

/// Builds a control's body from the one configuration in a closure. Other statements may precede it.
@resultBuilder
public struct ControlWidgetConfigurationBuilder {
    public static func buildExpression<Content: ControlWidgetConfiguration>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<Content: ControlWidgetConfiguration>(_ content: Content) -> Content {
        content
    }
}

/// The empty configuration. A control with this configuration is not listed.
public struct EmptyControlWidgetConfiguration: ControlWidgetConfiguration, ConfigurationElement {
    public nonisolated init() {}

    public var body: EmptyControlWidgetConfiguration { self }

    func describe(in content: inout ConfigurationContent) {}
}

/// A configuration with one modifier.
struct ModifiedConfiguration<Content: ControlWidgetConfiguration>: ControlWidgetConfiguration, ConfigurationElement {
    let content: Content
    /// Changes what has been read of the content.
    let modify: @MainActor (inout ConfigurationContent) -> Void

    var body: ModifiedConfiguration { self }

    func describe(in content: inout ConfigurationContent) {
        content.read(self.content)
        modify(&content)
    }
}
