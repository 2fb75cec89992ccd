/// The controls of an extension, in the order of the gallery.
@MainActor @preconcurrency
public protocol WidgetBundle {
    /// The type of the list.
    associatedtype Body: Widget

    /// The bundle.
    init()

    /// The controls.
    @WidgetBundleBuilder var body: Body { get }
}
