/// The controls of an extension, in the order of the gallery.
@MainActor @preconcurrency
public protocol WidgetBundle {
    /// The type of the list.
    associatedtype Body: Widget

    /// Creates the bundle.
    init()

    /// The controls, in the gallery's order.
    @WidgetBundleBuilder var body: Body { get }
}

/// Builds a bundle from the widgets in a closure.
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

/// Several widgets, in order.
struct WidgetGroup: Widget {
    var members: [any Widget] = []

    var body: EmptyWidgetConfiguration { EmptyWidgetConfiguration() }
}

/// A member of a bundle. A panel shows only controls.
@MainActor @preconcurrency
public protocol Widget {
    /// The type of the widget's configuration.
    associatedtype Body: WidgetConfiguration

    /// Creates the widget for a bundle.
    init()

    /// The widget's configuration.
    var body: Body { get }
}

/// The configuration of a widget.
@MainActor @preconcurrency
public protocol WidgetConfiguration {
    /// The type of the configuration's body.
    associatedtype Body: WidgetConfiguration
    /// The content. The configurations that Holdfast provides are their own body.
    var body: Body { get }
}

/// A widget that shows nothing.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
    /// The empty configuration.
    public nonisolated init() {}

    /// The configuration itself.
    public var body: EmptyWidgetConfiguration { self }
}
