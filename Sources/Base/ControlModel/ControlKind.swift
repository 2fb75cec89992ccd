/// The rules for a control's identity.
public enum ControlKind {
    /// Whether `kind` is in reverse-DNS form: two or more labels between dots, such as
    /// `org.example.hallway.flashlight`.
    ///
    /// A label has 1 to 63 ASCII letters of either case, digits, hyphens and underscores, and neither begins nor ends
    /// with a hyphen. The whole kind has at most 253 characters (RFC 1035, 2.3.1 and 2.3.4). Underscores are allowed
    /// as well, since keys of configuration files have them.
    public static func isWellFormed(_ kind: String) -> Bool {
        let labels = kind.split(separator: ".", omittingEmptySubsequences: false)
        return kind.utf8.count <= 253 && labels.count >= 2 && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || $0 == "-" || $0 == "_" }
    }

    /// Finds the errors in the kinds of a panel's or bundle's controls, each given with the place of its declaration.
    public static func problems(of controls: [(kind: String, place: String)]) -> [ControlKindError] {
        var places: [String: String] = [:]
        return controls.compactMap { kind, place in
            if kind.isEmpty { return .empty(place: place) }
            if !isWellFormed(kind) { return .malformed(kind: kind, place: place) }
            if let first = places[kind] { return .repeated(kind: kind, first: first, second: place) }
            places[kind] = place
            return nil
        }
    }
}

/// An error in a control's kind, with the place that declares the kind.
public enum ControlKindError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind is the empty string.
    case empty(place: String)
    /// The kind is not in reverse-DNS form.
    case malformed(kind: String, place: String)
    /// Two controls have the same kind.
    case repeated(kind: String, first: String, second: String)

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
