/// The way to an MQTT broker, and who asks there.
public struct BrokerSettings: Sendable, Hashable {
    /// The files that TLS needs.
    public struct Certificates: Sendable, Hashable {
        /// The path of the authorities' certificates (PEM); `nil` for those that the system trusts.
        public var authorities: String?
        /// The path of the client's certificate (PEM).
        public var certificate: String?
        /// The path of the key of the client's certificate (PEM).
        public var key: String?

        public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
            (self.authorities, self.certificate, self.key) = (authorities, certificate, key)
        }
    }

    /// The broker's name or address.
    public var host: String
    /// The broker's TCP port.
    public var port: UInt16
    /// The files for TLS; `nil` for a connection without TLS.
    public var certificates: Certificates?
    /// The user's name; `nil` to connect without a user.
    public var user: String?
    /// The user's password.
    public var password: String?
    /// The client's identifier, at most 23 letters and digits, which every broker takes (MQTT 3.1.1, 3.1.3.1). A
    /// broker ends an earlier connection of the same identifier.
    public var client: String
    /// The message that the broker sends if the connection breaks.
    public var will: MQTTMessage?
    /// How often an idle connection sends a ping, in seconds, 5 to 65,535.
    public var keepAlive: UInt16 = 30

    public init(
        host: String, port: UInt16, certificates: Certificates? = nil, user: String? = nil, password: String? = nil,
        client: String, will: MQTTMessage? = nil
    ) {
        (self.host, self.port, self.certificates) = (host, port, certificates)
        (self.user, self.password, self.client, self.will) = (user, password, client, will)
    }

    /// The broker as people read and write it: `mqtts://broker.local:8883`.
    public var address: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return "\(certificates == nil ? "mqtt" : "mqtts")://\(host):\(port)"
    }

    /// An identifier that no other client has.
    public static func newClient() -> String {
        "holdfast" + String((0..<12).compactMap { _ in "0123456789abcdefghijklmnopqrstuvwxyz".randomElement() })
    }
}

/// The topics whose messages a client gets.
public struct TopicFilter: Sendable, Hashable {
    /// The filter, with its wildcards (MQTT 5, 4.7).
    public var text: String
    /// Whether the client gets its own messages, too. With MQTT 3.1.1 it always does.
    public var includesOwn: Bool
    /// Whether a new message says that its sender wants it to be kept. With MQTT 3.1.1 none does.
    public var marksKept: Bool

    public init(_ text: String, includesOwn: Bool = false, marksKept: Bool = false) {
        (self.text, self.includesOwn, self.marksKept) = (text, includesOwn, marksKept)
    }
}

/// A message of MQTT.
public struct MQTTMessage: Sendable, Hashable {
    /// The topic, without wildcards.
    public var topic: String
    public var payload: [UInt8]
    /// Whether the broker keeps the message for later subscribers. In a message that has arrived: whether the broker
    /// had kept it, or by a filter that `marksKept`: whether it keeps it.
    public var isRetained: Bool

    public init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }

    /// Creates a message that removes the one that the broker keeps of a topic (MQTT 5, 3.3.1.3).
    public init(removing topic: String) { self.init(topic, [], isRetained: true) }
}
