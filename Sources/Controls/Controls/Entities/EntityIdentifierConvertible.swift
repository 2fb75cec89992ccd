public import FoundationEssentials

/// An identifier of an entity that can be written as text, and read back.
public protocol EntityIdentifierConvertible {
    /// The identifier as text.
    var entityIdentifierString: String { get }

    /// The identifier that a text stands for; `nil` where it stands for none.
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension EntityIdentifierConvertible where Self: LosslessStringConvertible {
    /// The identifier as it describes itself.
    public var entityIdentifierString: String { description }

    /// The identifier that describes itself so.
    public static func entityIdentifier(for entityIdentifierString: String) -> Self? {
        Self(entityIdentifierString)
    }
}

extension String: EntityIdentifierConvertible {}
extension Int: EntityIdentifierConvertible {}

extension UUID: EntityIdentifierConvertible {
    /// The identifier in its usual form, in capitals.
    public var entityIdentifierString: String { uuidString }

    /// The identifier of this form.
    public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
        UUID(uuidString: entityIdentifierString)
    }
}
