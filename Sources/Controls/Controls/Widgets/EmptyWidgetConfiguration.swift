/// A widget that shows nothing.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
    /// The empty configuration.
    public nonisolated init() {}

    /// The configuration itself.
    public var body: EmptyWidgetConfiguration { self }
}
