/// A person who has a PIN, as the store keeps them under their name. What role and limits say is their writer's matter.
public struct StoredPerson: Sendable, Equatable {
    /// What the person may: `owner`, `guest`; at most 256 bytes.
    public let role: String
    /// What the person's PIN is recognised by: a keyed MAC, at most 256 bytes. It is never logged.
    public let mac: [UInt8]
    /// When the PIN is valid, in its writer's form; at most 4,096 bytes, empty where it always is.
    public let limits: String
    /// How often the PIN may be used yet, from 0 to 1,000,000; `nil` where that is not limited.
    public let usesLeft: Int?

    /// A person of a role; `usesLeft` is kept within its range.
    public init(role: String, mac: [UInt8], limits: String = "", usesLeft: Int? = nil) {
        self.role = role
        self.mac = mac
        self.limits = limits
        self.usesLeft = usesLeft.map { StoreLimit.count($0) }
    }
}
