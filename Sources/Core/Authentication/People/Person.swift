/// A person who has a PIN.
public struct Person: Sendable, Equatable {
    /// The longest name, in bytes of UTF-8.
    public static let longestName = 64

    /// The person's number, which stays the same under a new name; greater than 0.
    public let id: Int64
    /// The person's name, unique on a panel.
    public private(set) var name: String
    /// The person's role, which sets the person's rights.
    public private(set) var role: Role
    /// When a guest's PIN is valid. All other PINs are always valid.
    public private(set) var validity: Validity

    /// - Throws: `PersonRefusal` where the name is empty, longer than 64 bytes, could be taken for a path, or has
    ///   characters that a log line must not have; or where a person who is not a guest has a validity.
    public init(
        id: Int64, name: String, role: Role, validity: Validity = .always
    ) throws(PersonRefusal) {
        if let refusal = Self.refusal(ofName: name) { throw refusal }
        if role != .guest && validity != .always { throw .validityOfNonGuest }
        self.id = id
        self.name = name
        self.role = role
        self.validity = validity
    }

    /// The person as other users see the person: a person under duress appears as a member.
    var shown: Person {
        var shown = self
        if role == .duress { shown.role = .member }
        return shown
    }

    /// The same person with one use fewer.
    var usedOnce: Person {
        var less = self
        less.validity.usesLeft = validity.usesLeft.map { $0 - 1 }
        return less
    }

    /// Whether another person has the rights of this one: the same role and the same limits, whatever uses are left.
    func hasRights(of other: Person) -> Bool {
        var limits = other.validity
        limits.usesLeft = validity.usesLeft
        return role == other.role && validity == limits
            && (validity.usesLeft == nil) == (other.validity.usesLeft == nil)
    }

    /// Whether the name reads as that of another actor in the audit trail, or of a user of the machine, in any letter
    /// case and with any spaces.
    ///
    /// - Parameter users: the users who administer the panel, in small letters.
    static func isReserved(_ name: String, users: Set<String> = []) -> Bool {
        let name = name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return ["panel", "itself", "trusted button", "mqtt", "a program", "root"].contains(name) || users.contains(name)
            || name.hasPrefix("program of user")
    }

    /// The same person under another name for an old name that is reserved by now: `MQTT (person)`.
    ///
    /// - Parameter isTaken: whether another person has a name.
    func renamed(unless isTaken: (String) -> Bool) -> Person {
        for number in 1... {
            let ending = number == 1 ? " (person)" : " (person \(number))"
            var start = name
            while start.utf8.count + ending.utf8.count > Self.longestName { start.removeLast() }
            guard !isTaken(start + ending) else { continue }
            var renamed = self
            renamed.name = start + ending
            return renamed
        }
        return self
    }

    /// The reason why no person can have this name; `nil` where a person can.
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
            // A format character is invisible, or reverses the direction of the text after it.
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            default: true
            }
        }
        return isPlain ? nil : .controlInName
    }
}

/// A person in a role, as surfaces see the role: a person under duress appears as a member. The reference outlives the
/// person's removal and restarts.
public struct PersonReference: Sendable, Hashable {
    /// The person's number.
    public let id: Int64
    /// The role, as shown.
    public let role: Role

    public init(_ person: Person) {
        self.init(id: person.id, role: person.shown.role)
    }

    public init(id: Int64, role: Role) {
        (self.id, self.role) = (id, role)
    }
}

/// The role of a person, which sets the person's rights.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Unlocks, and enrols other people at the pad.
    case owner
    /// Unlocks.
    case member
    /// Unlocks within the limits of the guest's `Validity`.
    case guest
    /// Unlocks like a member in every visible way, and triggers a notification that the person was forced.
    case duress
}

/// The reason why a person cannot have this name or validity.
public enum PersonRefusal: String, Error, Sendable, Equatable, CustomStringConvertible {
    case emptyName = "a person needs a name"
    /// The name has more bytes of UTF-8 than `Person.longestName`.
    case longName = "a name has at most 64 bytes"
    case pathName = "a name has no slash, and is neither . nor .."
    case spacedName = "a name neither begins nor ends with a space"
    /// The name has invisible characters or line breaks.
    case controlInName = "a name has no characters that cannot be seen"
    /// The audit trail uses the name for another actor.
    case reservedName =
        "this name stands for others (panel, itself, trusted button, MQTT, program …, a user of the system); give another"
    /// Only a guest can have dates, days, hours or uses.
    case validityOfNonGuest = "dates, days, hours and uses are for guests"

    public var description: String { rawValue }
}
