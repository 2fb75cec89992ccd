import Authentication

/// Who did something, as far as that is known: a person once they have given a PIN, else by what they asked.
public struct AuditActor: Sendable, Hashable {
    /// What the trail calls them.
    public let name: String
    /// Where they asked, by which their refusals are counted.
    public let source: AttemptSource
    /// Whether the name is that of a person who has given a PIN.
    public let isPerson: Bool

    private init(_ name: String, _ source: AttemptSource, isPerson: Bool = false) {
        self.name = name
        self.source = source
        self.isPerson = isPerson
    }

    /// Somebody who has given their PIN there.
    public static func person(_ name: String, at source: AttemptSource) -> AuditActor {
        AuditActor(name, source, isPerson: true)
    }

    /// Whoever is in front of the panel.
    public static let panel = AuditActor("panel", .pad)
    /// Whoever reaches a button that is trusted.
    public static let trustedButton = AuditActor("trusted button", .pad)
    /// Nobody: the panel by itself.
    public static let itself = AuditActor("itself", .pad)
    /// A program of a user, by the user's number.
    public static func program(user: UInt32) -> AuditActor { AuditActor("program of user \(user)", .remote) }
}
