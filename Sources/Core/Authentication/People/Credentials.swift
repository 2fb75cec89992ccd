import CSodium

/// The stored data that PINs are checked against, except for the device's key.
public struct Credentials: Sendable, Equatable {
    /// The maximum number of people. Every check compares this number of tags, however many people there are.
    public static let mostPeople = 64
    /// The size of the salt, in bytes.
    public static let saltByteCount = 16

    /// The people, in the order in which they were added.
    public internal(set) var people: [EnrolledPerson]
    /// The panel's single salt for all PINs: one hash serves for the comparison with every person's tag.
    public let salt: [UInt8]
    /// The cost of a check; another cost gives other tags of the same PINs.
    public let cost: HashCost
    /// The tag of the recovery code; `nil` where there is no code, or the code was used.
    public internal(set) var recovery: SecretTag?
    /// The check tag of the device's key that the people were enrolled with; `nil` where the key is not proven yet.
    ///
    /// The key is unproven in a backup, and in the store of an old Holdfast without a key check. The first right PIN
    /// proves it.
    public internal(set) var keyCheck: SecretTag?

    /// - Throws: `CredentialsFlaw` where the values are impossible.
    public init(
        people: [EnrolledPerson], salt: [UInt8], cost: HashCost, recovery: SecretTag?, keyCheck: SecretTag?
    ) throws(CredentialsFlaw) {
        guard salt.count == Self.saltByteCount else { throw .salt }
        guard people.count <= Self.mostPeople else { throw .tooManyPeople }
        for (index, one) in people.enumerated() {
            guard one.person.id > 0 else { throw .identity }
            for other in people[..<index] {
                guard other.person.id != one.person.id else { throw .identity }
                guard other.person.name != one.person.name else { throw .name(one.person.name) }
                guard other.tag != one.tag else { throw .sameTag }
            }
        }
        self.people = people
        self.salt = salt
        self.cost = cost
        self.recovery = recovery
        self.keyCheck = keyCheck
    }

    /// Creates the credentials of a panel without people, with a new salt.
    init(cost: HashCost, key: DeviceKey) {
        var salt = [UInt8](repeating: 0, count: Self.saltByteCount)
        randombytes_buf(&salt, salt.count)
        people = []
        self.salt = salt
        self.cost = cost
        keyCheck = key.check(salt: salt)
    }

    /// The credentials without reserved names: a person of an old store or of a backup who has one gets another. The trail
    /// names actors by such words, and the PIN stays the same.
    ///
    /// - Parameter users: the users who administer the panel, in small letters.
    func renamingReserved(users: Set<String>) -> Credentials {
        var changed = self
        for (index, one) in people.enumerated() where Person.isReserved(one.person.name, users: users) {
            let person = one.person.renamed { name in changed.people.contains { $0.person.name == name } }
            changed.people[index] = EnrolledPerson(person: person, tag: one.tag)
        }
        return changed
    }

    /// Whether the key check proves another key. No PIN and no recovery code can then be right.
    func isMadeByOther(than key: DeviceKey) -> Bool { keyCheck.map { $0 != key.check(salt: salt) } ?? false }

    /// The person with this number; `nil` where there is none.
    public func person(_ id: Int64) -> Person? { enrolled(id)?.person }

    private func enrolled(_ id: Int64) -> EnrolledPerson? { people.first { $0.person.id == id } }

    /// Whether the person with this number has the same PIN, role and limits as before.
    func keepsRights(of id: Int64, from before: Credentials?) -> Bool {
        guard let one = enrolled(id), let other = before?.enrolled(id) else { return false }
        return one.tag == other.tag && one.person.hasRights(of: other.person)
    }
}

/// A person and the tag of the person's PIN, as stored.
public struct EnrolledPerson: Sendable, Equatable {
    public internal(set) var person: Person
    /// The tag of the person's PIN, made with the device's key.
    public let tag: SecretTag

    public init(person: Person, tag: SecretTag) {
        self.person = person
        self.tag = tag
    }
}

/// The reason why stored credentials are impossible.
public enum CredentialsFlaw: Error, Sendable, Equatable {
    /// The salt is not 16 bytes.
    case salt
    /// There are more than 64 people.
    case tooManyPeople
    /// A person's number is not above 0, or is not unique.
    case identity
    /// Two people have this name.
    case name(String)
    /// Two people have the same tag.
    case sameTag
}

extension CredentialsFlaw: CustomStringConvertible {
    public var description: String {
        switch self {
        case .salt: "the salt has not \(Credentials.saltByteCount) bytes"
        case .tooManyPeople: "there are more than \(Credentials.mostPeople) people"
        case .identity: "a person's number is no number of its own"
        case .name(let name): "two people are called \(name)"
        case .sameTag: "two people have the same PIN"
        }
    }
}
