/// The action label of a control button that has none of its own.
@MainActor @preconcurrency
public struct ControlWidgetButtonDefaultActionLabel: View, LabelElement {
    /// The label itself.
    public var body: ControlWidgetButtonDefaultActionLabel { self }

    func describe(in content: inout LabelContent) {}
}
