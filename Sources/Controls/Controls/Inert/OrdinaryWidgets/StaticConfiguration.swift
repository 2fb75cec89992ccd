/// An ordinary widget. It compiles, but is not listed: a panel shows only controls.
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    /// A widget with a kind, a provider of entries, and their view.
    public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) {}

    public var body: StaticConfiguration { self }
}

/// An ordinary widget that users configure. It compiles, but is not listed: a panel shows only controls.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
    /// A widget with a kind, a configuration, a provider of entries, and their view.
    public init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider,
        @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {}

    public var body: AppIntentConfiguration { self }
}

/// Modifiers for Apple's systems. They have no effect, because a panel shows no ordinary widgets.
extension WidgetConfiguration {
    /// Sets the widget's name.
    public func configurationDisplayName(_ displayName: LocalizedStringResource) -> some WidgetConfiguration { self }

    /// Sets the widget's name, a text known only at run time.
    @_disfavoredOverload
    public func configurationDisplayName(_ displayName: some StringProtocol) -> some WidgetConfiguration { self }

    /// Sets the widget's description.
    public func description(_ description: LocalizedStringResource) -> some WidgetConfiguration { self }

    /// Sets the widget's description, a text known only at run time.
    @_disfavoredOverload
    public func description(_ description: some StringProtocol) -> some WidgetConfiguration { self }

    /// Sets the widget's sizes.
    public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }

    /// Removes the widget's margins.
    public func contentMarginsDisabled() -> some WidgetConfiguration { self }

    /// Sets whether the widget's background can be removed.
    public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration { self }

    /// Sets the sizes of an activity on other devices.
    public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration { self }
}

/// The sizes of ordinary widgets.
public enum WidgetFamily: Int, Hashable, Sendable, CaseIterable {
    /// A square.
    case systemSmall
    /// Two squares.
    case systemMedium
    /// Four squares.
    case systemLarge
    /// Eight squares.
    case systemExtraLarge
    /// A circle on a lock screen.
    case accessoryCircular
    /// A rectangle on a lock screen.
    case accessoryRectangular
    /// A line on a lock screen.
    case accessoryInline
    /// The corner of a watch's face.
    case accessoryCorner
}

/// The sizes of live activities on other devices.
public enum ActivityFamily: Hashable, Sendable {
    /// A watch.
    case small
    /// A phone.
    case medium
}

/// Lists and reloads ordinary widgets. A panel shows none: the list is empty, and reloading has no effect.
public final class WidgetCenter: Sendable {
    /// The program's ordinary widgets.
    public static let shared = WidgetCenter()

    private init() {}

    /// Does nothing.
    public func reloadTimelines(ofKind kind: String) {}

    /// Does nothing.
    public func reloadAllTimelines() {}

    /// Does nothing.
    public func invalidateConfigurationRecommendations() {}

    public func currentConfigurations() async throws -> [WidgetInfo] { [] }

    /// Calls `completion` at once, with no widgets.
    @preconcurrency
    public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        completion(.success([]))
    }
}

/// An ordinary widget that a user has placed. A panel has none.
public struct WidgetInfo: Identifiable, Hashable, Sendable {
    /// The widget's kind.
    public let kind: String
    /// The widget's size.
    public let family: WidgetFamily

    public var id: WidgetInfo { self }

    /// The widget's configuration. On a panel `nil`.
    public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(
        of intentType: Intent.Type = Intent.self
    ) -> Intent? {
        nil
    }
}

/// Views that Xcode draws beside their source. Holdfast does not draw them.
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

/// An ordinary widget's size, for Xcode.
public struct WidgetPreviewContext: Hashable, Sendable {
    public init(family: WidgetFamily) {}
}
