/// Builds a template of the one template in a closure, after any number of other statements.
@resultBuilder
public struct ControlWidgetTemplateBuilder {
    /// The template.
    public static func buildExpression<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
        content
    }

    /// The template.
    public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
        content
    }
}
