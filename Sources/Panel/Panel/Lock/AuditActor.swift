import Authentication

/// The author of an audit entry: a person who has given a PIN, otherwise the place or program that sent the request.
public struct AuditActor: Sendable, Hashable {
    /// The author's name in the audit trail.
    public let name: String
    /// The place of the request; refusals are counted per source.
    public let source: AttemptSource
    /// Whether `name` is that of a person who has given a PIN.
    public let isPerson: Bool

    private init(_ name: String, _ source: AttemptSource, isPerson: Bool = false) {
        self.name = name
        self.source = source
        self.isPerson = isPerson
    }

    /// A person who has given their PIN at this source.
    public static func person(_ name: String, at source: AttemptSource) -> AuditActor {
        AuditActor(name, source, isPerson: true)
    }

    /// An unidentified user in front of the panel.
    public static let panel = AuditActor("panel", .pad)
    /// An unidentified user of a trusted button.
    public static let trustedButton = AuditActor("trusted button", .pad)
    /// The panel itself, without a request.
    public static let itself = AuditActor("itself", .pad)
    /// A program, named by its user's numeric ID.
    public static func program(user: UInt32) -> AuditActor { AuditActor("program of user \(user)", .remote) }
}
