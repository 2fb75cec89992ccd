/// The value label of a toggle that has none of its own: "On" or "Off".
@MainActor @preconcurrency
public struct ControlWidgetToggleDefaultLabel: View, LabelElement {
    /// The label itself.
    public var body: ControlWidgetToggleDefaultLabel { self }

    func describe(in content: inout LabelContent) {}
}
