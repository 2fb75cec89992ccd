/// Why there is no connection to a broker. The description is for people: what, where, and what to do.
public enum BrokerProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// libmosquitto cannot be loaded; the reason is the dynamic linker's.
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
    /// The broker has ended the connection instead of an answer to the greeting.
    case unanswered(String)
    /// The connection has ended without a word.
    case lost(String)
    /// The broker has not answered in time.
    case silent(String)
    /// The program at the address does not speak MQTT.
    case protocolError(String)

    public var description: String {
        switch self {
        case .noLibrary(let reason): "MQTT: \(reason); install libmosquitto1"
        case .unknownHost(let broker): "\(broker): no such host; look at 'broker'"
        case .unreachable(let broker, let reason): "\(broker): \(reason)"
        case .tls(let broker, let reason): "\(broker): TLS failed: \(reason)"
        case .certificateFile(let reason): "TLS: \(reason)"
        case .wrongPassword(let broker, let user):
            "\(broker): does not take \(Self.name(user)); look at 'user' and 'password_file'"
        case .notAuthorized(let broker, let user):
            "\(broker): does not let \(Self.name(user)) connect; look at 'user' and 'password_file'"
        case .takenOver(let broker, let client):
            "\(broker): another client came as '\(client)'; does another panel have the same name?"
        case .refused(let broker, let code): "\(broker): refused, reason code 0x\(String(code, radix: 16))"
        case .dismissed(let broker, let code):
            "\(broker): ended the connection, reason code 0x\(String(code, radix: 16))"
        case .unanswered(let broker):
            "\(broker): ended the connection without an answer; a broker with TLS wants mqtts:// in 'broker'"
        case .lost(let broker): "\(broker): the connection has ended"
        case .silent(let broker): "\(broker): does not answer"
        case .protocolError(let broker): "\(broker): does not speak MQTT"
        }
    }

    private static func name(_ user: String?) -> String {
        user.map { "user '\($0)' with this password" } ?? "a client without a user"
    }
}
