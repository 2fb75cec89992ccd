public import Controls

// Xcode draws previews. Here the compiler checks them as it checks other code, and they become nothing.

/// A preview of a view. It has no effect.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait..., @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// A preview of an ordinary widget at moments of its timeline. It has no effect.
@freestanding(declaration)
public macro Preview<PreviewedWidget: Widget>(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> PreviewedWidget,
    @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// A preview of an ordinary widget with the entries of its provider. It has no effect.
@freestanding(declaration)
public macro Preview<PreviewedWidget: Widget, Provider: TimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> PreviewedWidget,
    timelineProvider: @escaping @MainActor () -> Provider
) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// A preview of a live activity in states of its content. It has no effect.
@freestanding(declaration)
public macro Preview<PreviewedWidget: Widget, Attributes: ActivityAttributes>(
    _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Attributes,
    widget: @escaping @MainActor () -> PreviewedWidget,
    @PreviewActivityBuilder<Attributes> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// The surroundings of a preview in Xcode.
public struct PreviewTrait: Hashable, Sendable {
    /// The size that fits the view.
    public static let sizeThatFitsLayout = PreviewTrait()
    /// The device's screen.
    public static let defaultLayout = PreviewTrait()
    /// Upright.
    public static let portrait = PreviewTrait()
    /// Turned to the left.
    public static let landscapeLeft = PreviewTrait()
    /// Turned to the right.
    public static let landscapeRight = PreviewTrait()

    /// A size in points.
    public static func fixedLayout(width: Double, height: Double) -> PreviewTrait { PreviewTrait() }
}

/// The place of a live activity in a preview.
public enum ActivityPreviewViewKind: Hashable, Sendable {
    /// On the Lock Screen.
    case content
    case dynamicIsland(DynamicIslandPreviewViewState)
}

/// The form of the Dynamic Island in a preview.
public enum DynamicIslandPreviewViewState: Hashable, Sendable {
    /// A form of Apple's.
    case compact, minimal, expanded
}

/// Builds the entries of a preview's timeline.
@resultBuilder
public enum PreviewTimelineBuilder {
    public static func buildBlock(_ entries: any TimelineEntry...) -> [any TimelineEntry] { entries }
}

/// Builds the states of a previewed live activity.
@resultBuilder
public enum PreviewActivityBuilder<Attributes: ActivityAttributes> {
    public static func buildBlock(_ states: Attributes.ContentState...) -> [Attributes.ContentState] { states }
}
