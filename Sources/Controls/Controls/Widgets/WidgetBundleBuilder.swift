/// Builds a bundle of the widgets in a closure.
@resultBuilder @MainActor @preconcurrency
public struct WidgetBundleBuilder {
    /// One widget.
    public static func buildExpression<Content: Widget>(_ content: Content) -> Content {
        content
    }

    /// No widget.
    public static func buildBlock() -> some Widget {
        WidgetGroup()
    }

    /// The widgets, in order.
    public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> some Widget {
        var group = WidgetGroup()
        repeat group.members.append(each content)
        return group
    }

    /// An `if` without `else`.
    public static func buildOptional(_ content: (some Widget)?) -> some Widget {
        var group = WidgetGroup()
        if let content { group.members.append(content) }
        return group
    }

    /// The first branch of an `if`.
    public static func buildEither(first: some Widget) -> some Widget {
        buildOptional(first)
    }

    /// The other branch of an `if`.
    public static func buildEither(second: some Widget) -> some Widget {
        buildOptional(second)
    }

    /// An `if #available`.
    public static func buildLimitedAvailability(_ content: some Widget) -> some Widget {
        content
    }
}
