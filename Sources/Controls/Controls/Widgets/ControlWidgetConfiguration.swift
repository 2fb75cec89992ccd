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
