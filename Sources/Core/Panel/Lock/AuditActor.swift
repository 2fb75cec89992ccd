import Authentication

/// The author of an audit entry: a person who has given a PIN, otherwise the place or program that sent the request.
public struct AuditActor: Sendable, Hashable {
    /// The author's name in the audit trail.
    public let name: String
    /// The place of the request; refusals are counted per source.
    public let source: AttemptSource
    /// Whether `name` is that of a person who has given a PIN.
    public let isPerson: Bool

    /// The functions below are the only authors, so that an entry names a person only after that person's PIN.
    private init(name: String, source: AttemptSource, isPerson: Bool) {
        (self.name, self.source, self.isPerson) = (name, source, isPerson)
    }

    /// The place of the request, for readers who may not learn names: it is the same with and without a PIN.
    var origin: String {
        switch source {
        case .pad: isPerson ? Self.panel.name : name
        case .remote: "a program"
        }
    }

    /// A person who has given their PIN at this source.
    public static func person(_ name: String, at source: AttemptSource) -> AuditActor {
        AuditActor(name: name, source: source, isPerson: true)
    }

    /// An unidentified user in front of the panel.
    public static let panel = AuditActor(name: "panel", source: .pad, isPerson: false)
    /// An unidentified user of a trusted button.
    public static let trustedButton = AuditActor(name: "trusted button", source: .pad, isPerson: false)
    /// The panel itself, without a request.
    public static let itself = AuditActor(name: "itself", source: .pad, isPerson: false)
    /// A message of an MQTT broker.
    public static let broker = AuditActor(name: "MQTT", source: .remote, isPerson: false)
    /// A program, named by its user's numeric ID.
    public static func program(user: UInt32) -> AuditActor {
        AuditActor(name: "program of user \(user)", source: .remote, isPerson: false)
    }
}
