public import FoundationEssentials

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
