/// A control button. It performs an action, and has no state.
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action>: ControlWidgetTemplate, TemplateElement {
    let intent: PerformableIntent
    let label: () -> Label
    let actionLabel: (Bool) -> ActionLabel

    public var body: ControlWidgetButton { self }

    func describe(in content: inout TemplateContent) {
        content.control = TemplateContent.Control(
            template: .button, label: LabelContent(of: label()), inactiveLabel: LabelContent(of: actionLabel(false)),
            activeLabel: LabelContent(of: actionLabel(true)), intent: intent)
    }
}

extension ControlWidgetButton where Action: AppIntent {
    /// A button with an action label. The closure's argument says whether the action runs.
    public init(
        action: Action, @ViewBuilder label: @escaping () -> Label,
        @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
    ) {
        intent = PerformableIntent(action)
        self.label = label
        self.actionLabel = actionLabel
    }

    /// A button that looks the same while its action runs.
    public init(action: Action, @ViewBuilder label: @escaping () -> Label)
    where ActionLabel == ControlWidgetButtonDefaultActionLabel {
        self.init(action: action, label: label) { _ in ControlWidgetButtonDefaultActionLabel() }
    }
}

extension ControlWidgetButton where Label == Text, Action: AppIntent {
    /// A button with a title and an action label. The closure's argument says whether the action runs.
    public init(
        _ titleKey: LocalizedStringKey, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
    ) {
        self.init(action: action, label: { Text(titleKey) }, actionLabel: actionLabel)
    }

    /// A button with a localised title and an action label. The closure's argument says whether the action runs.
    @_disfavoredOverload
    public init(
        _ titleResource: LocalizedStringResource, action: Action,
        @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
    ) {
        self.init(action: action, label: { Text(titleResource) }, actionLabel: actionLabel)
    }

    /// A button with a title known only at run time and an action label. The closure's argument says whether the action
    /// runs.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
    ) {
        self.init(action: action, label: { Text(title) }, actionLabel: actionLabel)
    }
}

/// The action label of a control button that declares none.
public struct ControlWidgetButtonDefaultActionLabel: View {
    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }
}
