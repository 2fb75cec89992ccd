public import FoundationEssentials

/// The constant data of a live activity, and the type of its changing state (C29).
///
/// A panel shows a title, a line below it, a symbol and the remaining time. It looks for each among the stored
/// properties of the state, then of the attributes:
///
/// | shown | property |
/// |---|---|
/// | title | a `String` called `title` or `name`, or ending so (`timerName`), else the first one that is nothing else |
/// | subtitle | a `String` called `subtitle`, `status` or `detail` |
/// | symbol | a `String` called `symbol`, `symbolName`, `systemImage`, `icon` or `image`: an SF Symbols name |
/// | time left | the first `ClosedRange<Date>` or `Date`; of a `Date` whose name begins with `start` or `begin`, time since |
public protocol ActivityAttributes: Codable {
    /// The data that changes during the activity.
    associatedtype ContentState: Codable & Hashable
}

/// The views of a live activity on Apple's systems. The configuration compiles, but is not listed: a panel shows
/// properties of the attributes instead.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
    public init<Content: View>(
        for attributesType: Attributes.Type,
        @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) {}

    public var body: ActivityConfiguration { self }
}

public struct ActivityViewContext<Attributes: ActivityAttributes> {
    /// The activity's identity.
    public let activityID: String
    /// The activity's constant data.
    public let attributes: Attributes
    /// The activity's current state.
    public let state: Attributes.ContentState
    /// Whether the state is out of date.
    public let isStale: Bool
}

/// The views of a live activity around a phone's camera.
@MainActor @preconcurrency
public struct DynamicIsland {
    public init<Leading: View, Trailing: View, Minimal: View>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> [any DynamicIslandRegion],
        @ViewBuilder compactLeading: @escaping () -> Leading, @ViewBuilder compactTrailing: @escaping () -> Trailing,
        @ViewBuilder minimal: @escaping () -> Minimal
    ) {}

    /// Draws nothing.
    public func widgetURL(_ url: URL?) -> DynamicIsland { self }

    /// Draws nothing.
    public func keylineTint(_ color: Color?) -> DynamicIsland { self }

    /// Draws nothing.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double) -> DynamicIsland { self }
}

/// A part of the expanded views.
@MainActor @preconcurrency
public protocol DynamicIslandRegion {}

/// The position of a part of the expanded views.
public enum DynamicIslandExpandedRegionPosition: Hashable, Sendable {
    /// Before the camera.
    case leading
    /// After the camera.
    case trailing
    /// Below the camera.
    case center
    /// Below all other parts.
    case bottom
}

public struct DynamicIslandExpandedRegion<Content: View>: DynamicIslandRegion {
    /// The views at a position.
    public init(
        _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content
    ) {}
}

/// Builds the expanded views from their parts.
@resultBuilder @MainActor @preconcurrency
public struct DynamicIslandExpandedContentBuilder {
    public static func buildExpression<Content: View>(
        _ region: DynamicIslandExpandedRegion<Content>
    ) -> [any DynamicIslandRegion] {
        [region]
    }

    public static func buildBlock(_ regions: [any DynamicIslandRegion]...) -> [any DynamicIslandRegion] {
        regions.flatMap { $0 }
    }

    /// An `if` without `else`.
    public static func buildOptional(_ regions: [any DynamicIslandRegion]?) -> [any DynamicIslandRegion] {
        regions ?? []
    }

    public static func buildEither(first: [any DynamicIslandRegion]) -> [any DynamicIslandRegion] {
        first
    }

    /// The other branch of an `if`.
    public static func buildEither(second: [any DynamicIslandRegion]) -> [any DynamicIslandRegion] {
        second
    }
}
