import ControlExtension
import Controls

/// Holdfast's stock extension: controls that run commands, switch systemd's units and call webhooks, as a panel's file
/// says. Its program is `holdfast-actions`.
public struct Actions: WidgetBundle {
    /// The bundle.
    public init() {}

    /// Its controls.
    public var body: some Widget {
        CommandControl()
        CommandToggle()
        ValueControl()
        UnitToggle()
        WebhookControl()
        CaptureControl()
    }
}
