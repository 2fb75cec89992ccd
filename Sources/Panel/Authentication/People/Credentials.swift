import CSodium

/// All that PINs are checked against but the device's key: what the store keeps of people.
public struct Credentials: Sendable, Equatable {
    /// The most people. So many are compared with at every check, however many there are.
    public static let mostPeople = 64
    /// How many bytes the salt has.
    public static let saltByteCount = 16

    /// In the order in which they were added.
    public internal(set) var people: [EnrolledPerson]
    /// The panel's, for all of its PINs: one hash serves to compare with everybody's.
    public let salt: [UInt8]
    /// What a check costs; another cost makes other tags of the same PINs.
    public let cost: HashCost
    /// Of the code that ends a lockout; `nil` where there is none, or it has been used.
    public internal(set) var recovery: SecretTag?
    /// Of the device's key that the people were enrolled with; `nil` where that is not proven: of a backup, and of the store
    /// of a Holdfast that kept none, until a PIN has been right.
    public internal(set) var keyCheck: SecretTag?

    /// What a store says.
    ///
    /// - Throws: it cannot be so.
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

    /// Those of a panel that has nobody yet, with a salt of its own.
    init(cost: HashCost, key: DeviceKey) {
        var salt = [UInt8](repeating: 0, count: Self.saltByteCount)
        randombytes_buf(&salt, salt.count)
        people = []
        self.salt = salt
        self.cost = cost
        keyCheck = key.check(salt: salt)
    }

    /// Whether it is known that they were made with another key: no PIN, and no recovery code, of theirs can be right then.
    func isMadeByOther(than key: DeviceKey) -> Bool { keyCheck.map { $0 != key.check(salt: salt) } ?? false }

    /// The person of this number.
    public func person(_ id: Int64) -> Person? { people.first { $0.person.id == id }?.person }
}

/// A person with what their PIN is known by, as the store keeps them.
public struct EnrolledPerson: Sendable, Equatable {
    /// Who.
    public internal(set) var person: Person
    /// Of their PIN, made with the device's key.
    public let tag: SecretTag

    /// A person as the store has them.
    public init(person: Person, tag: SecretTag) {
        self.person = person
        self.tag = tag
    }
}

/// Why what a store says of people cannot be so.
public enum CredentialsFlaw: Error, Sendable, Equatable {
    /// The salt is not 16 bytes.
    case salt
    /// There are more than 64 people.
    case tooManyPeople
    /// A person's number is not above 0, or is another's.
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
