/// Reloads ordinary widgets. A panel shows none, so there is nothing to reload.
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
}
