// Declarations for ordinary widgets. They have no effect, because a panel shows no ordinary widgets.

/// A place for ordinary widgets on Apple's systems.
public struct WidgetLocation: Hashable, Sendable {
    private let name: String

    public static let homeScreen = WidgetLocation(name: "homeScreen")
    public static let lockScreen = WidgetLocation(name: "lockScreen")
    /// A phone that charges.
    public static let standBy = WidgetLocation(name: "standBy")
    /// A phone's widgets on a Mac.
    public static let iPhoneWidgetsOnMac = WidgetLocation(name: "iPhoneWidgetsOnMac")
    /// A car's display.
    public static let carPlay = WidgetLocation(name: "carPlay")
}

extension WidgetConfiguration {
    /// Changes nothing.
    public func disfavoredLocations(
        _ locations: [WidgetLocation], for families: [WidgetFamily]
    ) -> some WidgetConfiguration { self }

    /// Changes nothing.
    public func promptsForUserConfiguration() -> some WidgetConfiguration { self }

    /// Changes nothing: a panel has no background sessions.
    public func onBackgroundURLSessionEvents(
        matching matchingBlock: ((String) -> Bool)? = nil,
        _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
    ) -> some WidgetConfiguration { self }

    /// Changes nothing: a panel has no background sessions.
    public func onBackgroundURLSessionEvents(
        matching matchingString: String, _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
    ) -> some WidgetConfiguration { self }
}

/// The background of an ordinary widget on a lock screen.
public struct AccessoryWidgetBackground: View {
    /// A background.
    public nonisolated init() {}

    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }
}
