/// What a control opens.
public enum OpenedView: Sendable, Hashable {
    /// What has happened on the panel.
    case history
    /// One control, by its kind.
    case control(kind: String)
}
