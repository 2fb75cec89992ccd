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
