/// An ordinary widget. A panel shows controls alone; this compiles, and is not listed.
@MainActor @preconcurrency
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    /// A widget of a kind, with its entries and their view.
    public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}

    /// The configuration itself.
    public var body: StaticConfiguration { self }
}

/// An ordinary widget that people configure. A panel shows controls alone; this compiles, and is not listed.
@MainActor @preconcurrency
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
    /// A widget of a kind, with its configuration, its entries and their view.
    public init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider,
        @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {}

    /// The configuration itself.
    public var body: AppIntentConfiguration { self }
}
