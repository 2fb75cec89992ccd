/// The vertical alignment of views side by side.
public enum VerticalAlignment: Hashable, Sendable {
    /// At the upper edges.
    case top
    case center
    /// At the lower edges.
    case bottom
    case firstTextBaseline
    case lastTextBaseline
}

/// The horizontal alignment of views one above another.
public enum HorizontalAlignment: Hashable, Sendable {
    case leading
    case center
    case trailing
}

/// The alignment of a view within another view.
public enum Alignment: Hashable, Sendable {
    case center
    case leading
    case trailing
    /// At the upper edge.
    case top
    /// At the lower edge.
    case bottom
    /// At the upper leading corner.
    case topLeading
    /// At the upper trailing corner.
    case topTrailing
    /// At the lower leading corner.
    case bottomLeading
    /// At the lower trailing corner.
    case bottomTrailing
}

public enum TextAlignment: Hashable, Sendable {
    case leading
    case center
    case trailing
}

/// A direction in which views are placed.
public enum Axis: Hashable, Sendable, CaseIterable {
    /// From leading to trailing.
    case horizontal
    /// From top to bottom.
    case vertical

    /// Some of the directions.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The directions as bits.
        public let rawValue: Int

        /// Directions from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// From leading to trailing.
        public static let horizontal = Set(rawValue: 1)
        /// From top to bottom.
        public static let vertical = Set(rawValue: 2)
    }
}

public enum Edge: Hashable, Sendable {
    /// The upper edge.
    case top
    /// The edge where lines begin.
    case leading
    /// The lower edge.
    case bottom
    /// The edge where lines end.
    case trailing

    /// Some of the edges.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The edges as bits.
        public let rawValue: Int

        /// Edges from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The upper edge.
        public static let top = Set(rawValue: 1)
        /// The edge where lines begin.
        public static let leading = Set(rawValue: 2)
        /// The lower edge.
        public static let bottom = Set(rawValue: 4)
        /// The edge where lines end.
        public static let trailing = Set(rawValue: 8)
        public static let horizontal: Set = [.leading, .trailing]
        /// The upper and the lower edge.
        public static let vertical: Set = [.top, .bottom]
        /// All four edges.
        public static let all: Set = [.horizontal, .vertical]
    }
}

public struct ContainerBackgroundPlacement: Hashable, Sendable {
    /// Behind a widget.
    public static let widget = ContainerBackgroundPlacement()
}
