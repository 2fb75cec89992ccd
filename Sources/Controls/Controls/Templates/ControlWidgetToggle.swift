/// A control with two states.
public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action>: ControlWidgetTemplate, TemplateElement {
    let isOn: Bool
    let intent: PerformableIntent
    let label: () -> Label
    let valueLabel: (Bool) -> ValueLabel

    public var body: ControlWidgetToggle { self }

    func describe(in content: inout TemplateContent) {
        content.control = TemplateContent.Control(
            template: .toggle(isOn: isOn), label: LabelContent(of: label()),
            inactiveLabel: LabelContent(of: valueLabel(false)), activeLabel: LabelContent(of: valueLabel(true)),
            intent: intent)
    }
}

extension ControlWidgetToggle where Action: SetValueIntent, Action.ValueType == Bool {
    /// A toggle with a value label. The closure is called for both states.
    public init(
        isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) {
        self.isOn = isOn
        intent = PerformableIntent(action)
        self.label = label
        self.valueLabel = valueLabel
    }

    /// A toggle whose value is shown as "On" or "Off".
    public init(isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label)
    where ValueLabel == ControlWidgetToggleDefaultLabel {
        self.init(isOn: isOn, action: action, label: label) { _ in ControlWidgetToggleDefaultLabel() }
    }
}

extension ControlWidgetToggle where Label == Text, Action: SetValueIntent, Action.ValueType == Bool {
    /// A toggle with a title and a value label. The closure is called for both states.
    public init(
        _ titleKey: LocalizedStringKey, isOn: Bool, action: Action,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) {
        self.init(isOn: isOn, action: action, label: { Text(titleKey) }, valueLabel: valueLabel)
    }

    /// A toggle with a localised title and a value label. The closure is called for both states.
    @_disfavoredOverload
    public init(
        _ titleResource: LocalizedStringResource, isOn: Bool, action: Action,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) {
        self.init(isOn: isOn, action: action, label: { Text(titleResource) }, valueLabel: valueLabel)
    }

    /// A toggle with a title known only at run time and a value label. The closure is called for both states.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, isOn: Bool, action: Action,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
    ) {
        self.init(isOn: isOn, action: action, label: { Text(title) }, valueLabel: valueLabel)
    }
}

/// The value label of a toggle that declares none: "On" or "Off".
public struct ControlWidgetToggleDefaultLabel: View {
    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }
}
