public import FoundationEssentials

/// The place where an ordinary widget is shown.
public struct TimelineProviderContext: Sendable {
    /// The widget's size.
    public let family: WidgetFamily
    /// Whether the widget is shown in the gallery.
    public let isPreview: Bool
}

/// Provides the entries of an ordinary widget. A panel never calls it, because a panel shows no ordinary widgets.
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    /// The place where the widget is shown.
    typealias Context = TimelineProviderContext

    /// The entry before the first data is available.
    func placeholder(in context: Context) -> Entry

    /// The entry for the gallery.
    @preconcurrency
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)

    /// The entries in order of time.
    @preconcurrency
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// Provides the entries of a configurable ordinary widget. A panel never calls it, because a panel shows no ordinary
/// widgets.
public protocol AppIntentTimelineProvider {
    associatedtype Entry: TimelineEntry
    associatedtype Intent: WidgetConfigurationIntent
    /// The place where the widget is shown.
    typealias Context = TimelineProviderContext

    /// The entry before the first data is available.
    func placeholder(in context: Context) -> Entry

    /// The entry for the gallery.
    func snapshot(for configuration: Intent, in context: Context) async -> Entry

    /// The entries in order of time.
    func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>

    /// Configurations that are ready to use. Default: none.
    func recommendations() -> [AppIntentRecommendation<Intent>]
}

extension AppIntentTimelineProvider {
    public func recommendations() -> [AppIntentRecommendation<Intent>] { [] }
}

/// A configuration of an ordinary widget that is ready to use.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent> {
    public init(intent: Intent, description: LocalizedStringResource) {}

    public init(intent: Intent, description: Text) {}

    /// A configuration with its name, known only at run time.
    @_disfavoredOverload
    public init(intent: Intent, description: some StringProtocol) {}
}

/// The configuration of an ordinary widget, as parameters of an intent. The intent is not performed, and needs no
/// `perform()`.
public protocol WidgetConfigurationIntent: SystemIntent {}

extension WidgetConfigurationIntent {
    /// Does nothing: the system only reads a configuration.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}

/// The content of an ordinary widget from a date on.
public protocol TimelineEntry {
    /// The date from which the entry is shown.
    var date: Date { get }
    /// The entry's relevance among the widget's entries. Default: `nil`, unknown.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    /// `nil`: the relevance is unknown.
    public var relevance: TimelineEntryRelevance? { nil }
}

/// The relevance of an entry among the widget's entries.
public struct TimelineEntryRelevance: Hashable, Codable, Sendable {
    /// The relevance, relative to the other entries.
    public var score: Float
    /// The duration of the relevance, in seconds.
    public var duration: TimeInterval

    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}

/// The entries of an ordinary widget in order of time.
public struct Timeline<EntryType: TimelineEntry> {
    public let entries: [EntryType]
    /// The time to ask for the next entries.
    public let policy: TimelineReloadPolicy

    /// A timeline of entries, with the time to ask for the next entries.
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// The time at which an ordinary widget is asked for its next entries.
public struct TimelineReloadPolicy: Hashable, Sendable {
    private let date: Date?

    /// After the last entry.
    public static let atEnd = TimelineReloadPolicy(date: .distantPast)
    /// Only when the widget is reloaded.
    public static let never = TimelineReloadPolicy(date: nil)

    public static func after(_ date: Date) -> TimelineReloadPolicy {
        TimelineReloadPolicy(date: date)
    }
}
