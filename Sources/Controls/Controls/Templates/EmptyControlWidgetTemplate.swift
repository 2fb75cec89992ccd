/// No control. A control of this template is not listed.
public struct EmptyControlWidgetTemplate: ControlWidgetTemplate, TemplateElement {
    /// The empty template.
    public nonisolated init() {}

    /// The template itself.
    public var body: EmptyControlWidgetTemplate { self }

    func describe(in content: inout TemplateContent) {}
}
