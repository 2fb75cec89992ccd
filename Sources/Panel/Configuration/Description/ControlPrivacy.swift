/// What of a control is not told while the panel is locked (A3).
public enum ControlPrivacy: String, Sendable, Hashable, CaseIterable {
    /// All of it is told.
    case none
    /// Its title and symbol are not; its state is.
    case label
    /// Its value text is not; its state is.
    case value
    /// Neither its state nor anything that differs by it.
    case state
}
