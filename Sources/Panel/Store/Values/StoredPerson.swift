/// A person who has a PIN, as the store keeps them under their name. What role and limits say is their writer's matter.
public struct StoredPerson: Sendable, Equatable {
    /// By which they are known whatever they are called; greater than 0, and no one else's.
    public let id: Int64
    /// Where they stand among the others, from 0 to 1,000,000: their writer's order.
    public let ordinal: Int
    /// What the person may: `owner`, `guest`; at most 256 bytes.
    public let role: String
    /// What the person's PIN is recognised by: a keyed MAC, at most 256 bytes. It is never logged.
    public let mac: [UInt8]
    /// When and how often the PIN is valid, in its writer's form; at most 4,096 bytes, empty where it always is.
    public let limits: String

    /// A person of a role; `ordinal` is kept within its range.
    public init(id: Int64, ordinal: Int = 0, role: String, mac: [UInt8], limits: String = "") {
        self.id = id
        self.ordinal = StoreLimit.count(ordinal)
        self.role = role
        self.mac = mac
        self.limits = limits
    }
}
