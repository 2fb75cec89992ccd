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
