import Authentication
import ControlModel

/// The right that a performance leaves for its later consequences: a timer's `done`, and the turning off by an interlock.
///
/// The right outlasts the session of its person, since the session locks itself long before the end of a timer. It ends
/// with the person: removal, another role, or a guest's hours, days and dates.
public struct LastingRight: Sendable, Hashable {
    /// The strictest authentication that the performance's requester had.
    public var allowed: ControlAuthentication
    /// The person whose right it is; `nil` for a right of no person, such as a trusted button's, which does not end.
    public var person: PersonReference?

    public init(_ allowed: ControlAuthentication, of person: PersonReference? = nil) {
        (self.allowed, self.person) = (allowed, person)
    }

    /// The right to what needs no PIN.
    public static let none = LastingRight(.none)
}

/// The form in which a timer's purpose keeps a right: `required`, or `required:member:4711` for a person's.
extension LastingRight {
    var text: String {
        let person = person.map { ":\($0.role.rawValue):\($0.id)" }
        return allowed.rawValue + (person ?? "")
    }

    /// Reads the form of `text`; `nil` for any other text.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let allowed = parts.first.flatMap({ ControlAuthentication(rawValue: String($0)) }) else { return nil }
        self.init(allowed)
        if parts.count == 1 { return }
        guard parts.count == 3, let role = Role(rawValue: String(parts[1])), let id = Int64(parts[2]), id > 0 else {
            return nil
        }
        person = PersonReference(id: id, role: role)
    }
}
