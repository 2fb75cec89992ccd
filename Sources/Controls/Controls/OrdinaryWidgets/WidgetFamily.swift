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
