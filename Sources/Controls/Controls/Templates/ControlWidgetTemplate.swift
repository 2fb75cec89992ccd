/// What a control is: a button or a toggle, with its action and labels.
@MainActor @preconcurrency
public protocol ControlWidgetTemplate {
    /// What the template is made of.
    associatedtype Body: ControlWidgetTemplate
    /// The content. The templates that Holdfast provides are their own body.
    @ControlWidgetTemplateBuilder var body: Body { get }
}

extension ControlWidgetTemplate {
    /// Sets the colour of the control: of symbol, value text and light when a toggle is on, of a button's symbol.
    ///
    /// `nil` is the default, system blue.
    public func tint(_ tint: Color?) -> some ControlWidgetTemplate {
        ModifiedTemplate(content: self, modification: .tint(tint))
    }

    /// Refuses to perform the control while `disabled` is true.
    public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate {
        ModifiedTemplate(content: self, modification: .disabled(disabled))
    }

    /// Hides the control's state, and all that differs by it, while the panel is locked.
    public func privacySensitive(_ sensitive: Bool = true) -> some ControlWidgetTemplate {
        ModifiedTemplate(content: self, modification: .privacySensitive(sensitive))
    }
}
