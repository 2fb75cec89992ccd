/// A control: something to hold a button for.
@MainActor @preconcurrency
public protocol ControlWidget: Widget where Body: ControlWidgetConfiguration {
    /// The control, as the bundle lists it.
    init()

    /// The control's kind, template and provider.
    @ControlWidgetConfigurationBuilder var body: Body { get }
}
