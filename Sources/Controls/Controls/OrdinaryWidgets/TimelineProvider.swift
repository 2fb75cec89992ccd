public import FoundationEssentials

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

/// What an ordinary widget shows from a moment on.
public protocol TimelineEntry {
    /// The moment.
    var date: Date { get }
    /// How much the entry matters among the widget's own.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    /// Nothing is said.
    public var relevance: TimelineEntryRelevance? { nil }
}

/// How much an entry matters among those of its widget.
public struct TimelineEntryRelevance: Hashable, Codable, Sendable {
    /// How much it matters.
    public var score: Float
    /// For how long, in seconds.
    public var duration: TimeInterval

    /// How much an entry matters, and for how long.
    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}

/// What an ordinary widget shows one after another.
public struct Timeline<EntryType: TimelineEntry> {
    /// The entries.
    public let entries: [EntryType]
    /// When to ask for the next ones.
    public let policy: TimelineReloadPolicy

    /// Entries, and when to ask for the next ones.
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// When an ordinary widget is asked for its next entries.
public struct TimelineReloadPolicy: Hashable, Sendable {
    private let date: Date?

    /// After the last entry.
    public static let atEnd = TimelineReloadPolicy(date: .distantPast)
    /// When the widget is reloaded.
    public static let never = TimelineReloadPolicy(date: nil)

    /// After a moment.
    public static func after(_ date: Date) -> TimelineReloadPolicy {
        TimelineReloadPolicy(date: date)
    }
}
