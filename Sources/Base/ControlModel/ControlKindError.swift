/// An error in a control's kind, with the place that declares the kind.
public enum ControlKindError: Error, Hashable, Sendable {
    /// The kind is the empty string.
    case empty(place: String)
    /// The kind is not in reverse-DNS form.
    case malformed(kind: String, place: String)
    /// Two controls have the same kind.
    case repeated(kind: String, first: String, second: String)
}

extension ControlKindError: CustomStringConvertible {
    /// The problem in words, with the place.
    public var description: String {
        switch self {
        case .empty(let place):
            "\(place): the kind is empty; it is the control's identity, such as org.example.hallway.flashlight"
        case .malformed(let kind, let place):
            "\(place): the kind '\(kind)' is not in reverse-DNS form, such as org.example.hallway.flashlight"
        case .repeated(let kind, let first, let second):
            "\(second): the kind '\(kind)' is already that of \(first)"
        }
    }
}
