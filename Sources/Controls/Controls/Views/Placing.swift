/// How views stand beside one another, from top to bottom.
public enum VerticalAlignment: Hashable, Sendable {
    /// By their upper edges.
    case top
    /// By their middles.
    case center
    /// By their lower edges.
    case bottom
    /// By their first line of text.
    case firstTextBaseline
    /// By their last line of text.
    case lastTextBaseline
}

/// How views stand beneath one another, from left to right.
public enum HorizontalAlignment: Hashable, Sendable {
    /// By their beginnings.
    case leading
    /// By their middles.
    case center
    /// By their ends.
    case trailing
}

/// How a view stands in another.
public enum Alignment: Hashable, Sendable {
    /// In the middle.
    case center
    /// At the beginning.
    case leading
    /// At the end.
    case trailing
    /// At the upper edge.
    case top
    /// At the lower edge.
    case bottom
    /// In the upper corner of the beginning.
    case topLeading
    /// In the upper corner of the end.
    case topTrailing
    /// In the lower corner of the beginning.
    case bottomLeading
    /// In the lower corner of the end.
    case bottomTrailing
}

/// How lines of text stand beneath one another.
public enum TextAlignment: Hashable, Sendable {
    /// By their beginnings.
    case leading
    /// By their middles.
    case center
    /// By their ends.
    case trailing
}

/// An edge of a view.
public enum Edge: Hashable, Sendable {
    /// The upper one.
    case top
    /// The one where lines begin.
    case leading
    /// The lower one.
    case bottom
    /// The one where lines end.
    case trailing

    /// Some of the edges.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The edges as bits.
        public let rawValue: Int

        /// Edges of their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The upper one.
        public static let top = Set(rawValue: 1)
        /// The one where lines begin.
        public static let leading = Set(rawValue: 2)
        /// The lower one.
        public static let bottom = Set(rawValue: 4)
        /// The one where lines end.
        public static let trailing = Set(rawValue: 8)
        /// Those where lines begin and end.
        public static let horizontal: Set = [.leading, .trailing]
        /// The upper and the lower one.
        public static let vertical: Set = [.top, .bottom]
        /// All.
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// Where a background is drawn.
public struct ContainerBackgroundPlacement: Hashable, Sendable {
    /// Behind a widget.
    public static let widget = ContainerBackgroundPlacement()
}
