/// Somebody with a PIN.
public final class Person: Sendable, Equatable {
    /// The longest name, in bytes of UTF-8.
    public static let longestName = 64

    /// By which the panel knows them, also once they have another name; greater than 0.
    public let id: Int64
    /// Their name, one to a panel.
    public let name: String
    /// What they may.
    public let role: Role
    /// When a guest may; everybody else always.
    public let validity: Validity

    /// A person.
    ///
    /// - Throws: the name is empty, longer than 64 bytes, could be taken for a path, or has what a line of a log must
    ///   not have; or somebody who is no guest has a validity.
    public convenience init(
        id: Int64, name: String, role: Role, validity: Validity = .always
    ) throws(PersonRefusal) {
        if let refusal = Self.refusal(ofName: name) { throw refusal }
        if role != .guest && validity != .always { throw .validityOfNonGuest }
        self.init(checked: name, id: id, role: role, validity: validity)
    }

    private init(checked name: String, id: Int64, role: Role, validity: Validity) {
        self.id = id
        self.name = name
        self.role = role
        self.validity = validity
    }

    /// As everybody may know them: who is forced to unlock is a member like others.
    var shown: Person {
        role == .duress ? Person(checked: name, id: id, role: .member, validity: validity) : self
    }

    /// The same person with one use less.
    var usedOnce: Person {
        var less = validity
        less.usesLeft = validity.usesLeft.map { $0 - 1 }
        return Person(checked: name, id: id, role: role, validity: less)
    }

    public static func == (left: Person, right: Person) -> Bool {
        left.id == right.id && left.name == right.name && left.role == right.role && left.validity == right.validity
    }

    /// Whether the audit trail calls somebody else so, in any letter case.
    static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["panel", "itself", "trusted button"].contains(name) || name.hasPrefix("program of user")
    }

    /// Why nobody can have this name; `nil` where somebody can.
    public static func refusal(ofName name: String) -> PersonRefusal? {
        if name.isEmpty { return .emptyName }
        if name.utf8.count > longestName { return .longName }
        if name == "." || name == ".." || name.utf8.contains(UInt8(ascii: "/")) { return .pathName }
        let scalars = name.unicodeScalars
        if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
            return .spacedName
        }
        let isPlain = scalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            // A format character is not seen, or turns the direction of what follows.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            default: true
            }
        }
        return isPlain ? nil : .controlInName
    }
}

/// What a person is to the panel.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Unlocks, and enrols others at the pad.
    case owner
    /// Unlocks.
    case member
    /// Unlocks as far as their `Validity` goes.
    case guest
    /// Unlocks as a member does, for all to see; and people are notified that somebody was forced to.
    case duress
}

/// Why somebody cannot be enrolled so.
public enum PersonRefusal: Error, Sendable, Equatable {
    /// The name is empty.
    case emptyName
    /// The name has more than 64 bytes of UTF-8.
    case longName
    /// The name has a slash, or is `.` or `..`.
    case pathName
    /// The name begins or ends with a space.
    case spacedName
    /// The name has characters that are not seen, or are more than a line.
    case controlInName
    /// The name is what the audit trail calls somebody else.
    case reservedName
    /// Dates, days, hours or uses are a guest's alone.
    case validityOfNonGuest
}

extension PersonRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .emptyName: "a person needs a name"
        case .longName: "a name has at most \(Person.longestName) bytes"
        case .pathName: "a name has no slash, and is neither . nor .."
        case .spacedName: "a name neither begins nor ends with a space"
        case .controlInName: "a name has no characters that cannot be seen"
        case .reservedName:
            "this name stands in the log for others (panel, itself, trusted button, program …); give another"
        case .validityOfNonGuest: "dates, days, hours and uses are for guests"
        }
    }
}
