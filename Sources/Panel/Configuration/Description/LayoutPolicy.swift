/// Whether people may change where controls are placed.
public enum LayoutPolicy: String, Sendable, Hashable, CaseIterable {
    /// They may; what the file says is the first layout.
    case editable
    /// What the file says holds.
    case fixed
}
