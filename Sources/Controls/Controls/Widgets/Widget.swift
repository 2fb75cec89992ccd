/// A member of a bundle. A panel shows those that are controls.
@MainActor @preconcurrency
public protocol Widget {
    /// The type of the widget's configuration.
    associatedtype Body: WidgetConfiguration

    /// The widget, as the bundle lists it.
    init()

    /// What the widget shows.
    var body: Body { get }
}
