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

    /// Whether a source may give a control this kind: like a well-formed one, or a single label.
    private static func isNameable(_ kind: String) -> Bool { isWellFormed("a." + kind) || isWellFormed(kind) }

    /// Whether a kind, or another domain, lies within a domain, in any letter case.
    public static func lies(_ kind: String, in domain: String) -> Bool {
        let (kind, domain) = (kind.lowercased(), domain.lowercased())
        return kind == domain || kind.hasPrefix(domain + ".")
    }

    /// The kind that a panel shows for a source's own: one that does not lie in the extension's domain gets the domain
    /// in front (C3).
    public static func onPanel(_ kind: String, in domain: String) -> String {
        lies(kind, in: domain) ? kind : "\(domain).\(kind)"
    }

    /// The beginning of a kind, of any length and with any characters, in one line.
    public static func shortened(_ kind: String) -> String {
        let scalars = kind.unicodeScalars.prefix(64).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            case .format where scalar.properties.isBidiControl: "\u{FFFD}"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || $0 == "-" || $0 == "_" }
    }

    /// The error of each control's kind, given with the place of its declaration in a bundle; `nil` for a good kind.
    public static func problems(of controls: [(kind: String, place: String)]) -> [ControlKindError?] {
        var places: [String: String] = [:]
        return controls.map { kind, place in
            if kind.isEmpty { return .empty(place: place) }
            if !isNameable(kind) { return .malformed(kind: shortened(kind), place: place) }
            if let first = places[kind] { return .repeated(kind: kind, first: first, second: place) }
            places[kind] = place
            return nil
        }
    }
}

/// An error in a control's kind, with the place that declares the kind.
public enum ControlKindError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty(place: String)
    /// The kind consists of other labels than those of `ControlKind.isWellFormed`.
    case malformed(kind: String, place: String)
    /// Two controls have the same kind.
    case repeated(kind: String, first: String, second: String)

    /// The problem in words, with the place.
    public var description: String {
        switch self {
        case .empty(let place):
            "\(place): the kind is empty; it is the control's identity, such as org.example.hallway.flashlight"
        case .malformed(let kind, let place):
            "\(place): the kind '\(kind)' is not made of labels between dots, each of 1 to 63 letters, digits, '-' "
                + "and '_', without '-' at its ends, and 253 characters in all"
        case .repeated(let kind, let first, let second):
            "\(second): the kind '\(kind)' is already that of \(first)"
        }
    }
}
