/// What a widget shows.
@MainActor @preconcurrency
public protocol WidgetConfiguration {
    /// What the configuration is made of.
    associatedtype Body: WidgetConfiguration
    /// The content. The configurations that Holdfast provides are their own body.
    var body: Body { get }
}
