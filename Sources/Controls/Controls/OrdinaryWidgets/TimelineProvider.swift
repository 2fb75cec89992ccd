/// Where an ordinary widget is to be shown.
public struct TimelineProviderContext: Sendable {
    /// The widget's size.
    public let family: WidgetFamily
    /// Whether it is shown in the gallery.
    public let isPreview: Bool
}

/// Gives an ordinary widget its entries. A panel shows none, and asks for none.
public protocol TimelineProvider {
    /// What the widget shows from a moment on.
    associatedtype Entry: TimelineEntry
    /// Where the widget is to be shown.
    typealias Context = TimelineProviderContext

    /// What is shown before there is anything to show.
    func placeholder(in context: Context) -> Entry

    /// What is shown in the gallery.
    @preconcurrency
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)

    /// What is shown, one after another.
    @preconcurrency
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// Gives an ordinary widget that people configure its entries. A panel shows none, and asks for none.
public protocol AppIntentTimelineProvider {
    /// What the widget shows from a moment on.
    associatedtype Entry: TimelineEntry
    /// What people configure.
    associatedtype Intent: WidgetConfigurationIntent
    /// Where the widget is to be shown.
    typealias Context = TimelineProviderContext

    /// What is shown before there is anything to show.
    func placeholder(in context: Context) -> Entry

    /// What is shown in the gallery.
    func snapshot(for configuration: Intent, in context: Context) async -> Entry

    /// What is shown, one after another.
    func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>

    /// Configurations that are offered ready-made.
    func recommendations() -> [AppIntentRecommendation<Intent>]
}

extension AppIntentTimelineProvider {
    /// None.
    public func recommendations() -> [AppIntentRecommendation<Intent>] { [] }
}

/// A configuration of an ordinary widget that is offered ready-made.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent> {
    /// A configuration with its name.
    public init(intent: Intent, description: LocalizedStringResource) {}

    /// A configuration with its name, known only at run time.
    @_disfavoredOverload
    public init(intent: Intent, description: some StringProtocol) {}
}

/// What people configure of an ordinary widget. It is not performed, and needs no `perform()`.
public protocol WidgetConfigurationIntent: SystemIntent {}

extension WidgetConfigurationIntent {
    /// Does nothing: a configuration is only read.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}
