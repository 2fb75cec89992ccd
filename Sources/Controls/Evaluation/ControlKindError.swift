/// What is wrong with a control's kind, and where it is declared.
public enum ControlKindError: Error, Hashable, Sendable {
    /// The kind is the empty string.
    case empty(place: String)
    /// The kind is not in reverse-DNS form.
    case malformed(kind: String, place: String)
    /// Two controls have the same kind.
    case repeated(kind: String, first: String, second: String)
}
