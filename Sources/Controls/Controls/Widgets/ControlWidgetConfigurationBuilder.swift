/// Builds a control's body of the one configuration in it, after any number of other statements.
@resultBuilder
public struct ControlWidgetConfigurationBuilder {
    /// The configuration.
    public static func buildExpression<Content: ControlWidgetConfiguration>(_ content: Content) -> Content {
        content
    }

    /// The configuration.
    public static func buildBlock<Content: ControlWidgetConfiguration>(_ content: Content) -> Content {
        content
    }
}
