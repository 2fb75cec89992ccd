/// Why a broker does not serve the panel. The description is for people: what, where, and what to do.
public enum BrokerProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// OpenSSL cannot be loaded; the reason is the dynamic linker's.
    case noLibrary(reason: String)
    /// The host's name leads to no address.
    case unknownHost(String)
    /// Nothing at the address takes a connection; the reason is the system's.
    case unreachable(String, reason: String)
    /// TLS has failed; the reason is OpenSSL's.
    case tls(String, reason: String)
    /// A file for TLS cannot be used.
    case certificateFile(reason: String)
    /// The broker does not take user and password.
    case wrongPassword(String, user: String?)
    /// The broker does not let this user connect.
    case notAuthorized(String, user: String?)
    /// Another client has the same identifier.
    case takenOver(String, client: String)
    /// The broker refuses with a reason code of MQTT 5 (2.4).
    case refused(String, code: Int32)
    /// The broker has ended the connection with a reason code of MQTT 5 (2.4).
    case dismissed(String, code: Int32)
    /// The broker has ended the connection instead of an answer to CONNECT.
    case unanswered(String)
    /// The connection has ended without a word.
    case lost(String)
    /// The broker has not answered in time.
    case silent(String)
    /// The program at the address sends what is no MQTT; the reason completes "it sends …".
    case protocolError(String, reason: String)
    /// The broker refuses both versions of MQTT that Holdfast knows.
    case unknownVersion(String)
    /// The broker keeps no messages (MQTT 5, 3.2.2.3.5).
    case keepsNothing(String)
    /// The message of a topic is longer than the broker's packets may be (MQTT 5, 3.2.2.3.6), in bytes.
    case packetTooLong(String, topic: String, limit: UInt32)
    /// The broker does not let this user read the topics of a filter.
    case denied(String, user: String?, filter: String)
    /// A message of the client's own topic does not come back.
    case unheard(String, user: String?, topic: String)
    /// A panel on another host publishes to the same topics.
    case twin(String, host: String, topic: String)
    /// A panel on another host shares a toggle on the same topic.
    case rival(String, host: String, topic: String)

    public var description: String {
        switch self {
        case .noLibrary(let reason): "TLS: \(reason); install OpenSSL 3 (libssl3)"
        case .unknownHost(let broker): "\(broker): no such host; check 'broker'"
        case .unreachable(let broker, let reason): "\(broker): \(reason)"
        case .tls(let broker, let reason): "\(broker): TLS failed: \(reason)"
        case .certificateFile(let reason): "TLS: \(reason)"
        case .wrongPassword(let broker, let user):
            "\(broker): rejects \(Self.name(user, hasPassword: true)); check 'user' and 'password_file'"
        case .notAuthorized(let broker, let user):
            "\(broker): does not let \(Self.name(user, hasPassword: true)) connect; check 'user' and 'password_file'"
        case .takenOver(let broker, let client):
            "\(broker): another client connected as '\(client)'; does another panel have the same name?"
        case .refused(let broker, let code): "\(broker): refused, reason code 0x\(String(code, radix: 16))"
        case .dismissed(let broker, let code):
            "\(broker): ended the connection, reason code 0x\(String(code, radix: 16))"
        case .unanswered(let broker):
            "\(broker): ended the connection without an answer; a broker with TLS needs mqtts:// in 'broker'"
        case .lost(let broker): "\(broker): the connection has ended"
        case .silent(let broker): "\(broker): does not answer"
        case .protocolError(let broker, let reason):
            "\(broker): does not speak MQTT: it sends \(reason); check 'broker', or update the broker"
        case .unknownVersion(let broker): "\(broker): refuses MQTT 5 and MQTT 3.1.1; update the broker"
        case .keepsNothing(let broker):
            "\(broker): keeps no messages, so the gateway publishes no state; let the broker keep retained messages"
        case .packetTooLong(let broker, let topic, let limit):
            "\(broker): accepts packets of at most \(limit) bytes, and the message of '\(topic)' is longer; raise the "
                + "broker's limit"
        case .denied(let broker, let user, let filter):
            "\(broker): does not let \(Self.name(user)) read '\(filter)'; allow it in the broker's access list"
        case .unheard(let broker, let user, let topic):
            "\(broker): sends nothing of '\(topic)' back; let \(Self.name(user)) write and read it in the broker's "
                + "access list"
        case .twin(let broker, let host, let topic):
            "\(broker): the panel on '\(host)' also publishes to '\(topic)'; give one of them another 'domain', or "
                + "another 'topic' in mqtt"
        case .rival(let broker, let host, let topic):
            "\(broker): the panel on '\(host)' also shares a toggle on '\(topic)'; one of them must have "
                + "toggle: {share: …} instead"
        }
    }

    private static func name(_ user: String?, hasPassword: Bool = false) -> String {
        user.map { "user '\($0)'" + (hasPassword ? " with this password" : "") } ?? "a client without a user"
    }
}
