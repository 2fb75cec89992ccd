/// The controls of an extension, in the order of the gallery.
@MainActor @preconcurrency
public protocol WidgetBundle {
    associatedtype Body: Widget

    init()

    /// The controls, in the gallery's order.
    @WidgetBundleBuilder var body: Body { get }
}

@resultBuilder @MainActor @preconcurrency
public struct WidgetBundleBuilder {
    public static func buildExpression<Content: Widget>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock() -> some Widget {
        WidgetGroup()
    }

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

    public static func buildEither(first: some Widget) -> some Widget {
        buildOptional(first)
    }

    /// The other branch of an `if`.
    public static func buildEither(second: some Widget) -> some Widget {
        buildOptional(second)
    }

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
    associatedtype Body: WidgetConfiguration

    init()

    /// The widget's configuration.
    var body: Body { get }
}

@MainActor @preconcurrency
public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration
    /// The content. The configurations that Holdfast provides are their own body.
    var body: Body { get }
}

/// A widget that shows nothing.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
    /// The empty configuration.
    public nonisolated init() {}

    public var body: EmptyWidgetConfiguration { self }
}
