/// A member of a bundle that a panel does not show.
public enum UnlistedWidget: Hashable, Sendable {
    /// A widget that is no control; a panel has no place for it.
    case ordinaryWidget(place: String)
    /// A control whose configuration or template is the empty one.
    case emptyControl(place: String)
}
