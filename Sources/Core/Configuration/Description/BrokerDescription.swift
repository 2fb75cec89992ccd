/// The address of an MQTT broker: `mqtt://localhost:1883`, or with TLS `mqtts://broker.local`.
public struct BrokerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The name, or the numeric address without brackets.
    public let host: String
    /// The TCP port.
    public let port: UInt16
    /// Whether the connection is encrypted.
    public let isEncrypted: Bool

    /// The ports without one in the text (IANA: `mqtt`, `secure-mqtt`).
    static let usualPort: UInt16 = 1883, usualEncryptedPort: UInt16 = 8883

    /// Reads an address; `nil` for another scheme, a user, a path, or a character that a host has not.
    public init?(_ text: String) {
        guard let scheme = ["mqtt://", "mqtts://"].first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        isEncrypted = scheme == "mqtts://"
        var rest = text.dropFirst(scheme.count)
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            let address = rest[rest.index(after: rest.startIndex)..<end]
            guard address.contains(":"), address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
                return nil
            }
            host = String(address)
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            let isName = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
            guard isName, !name.isEmpty else { return nil }
            host = String(name)
            rest = rest[name.endIndex...]
        }
        guard !rest.isEmpty else {
            port = isEncrypted ? Self.usualEncryptedPort : Self.usualPort
            return
        }
        guard rest.hasPrefix(":"), let number = UInt16(rest.dropFirst()), number > 0, rest.dropFirst() == "\(number)"
        else {
            return nil
        }
        port = number
    }

    public var description: String {
        "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

/// The broker to which the gateway publishes the panel's state, and whose commands it takes.
public struct BrokerDescription: Sendable, Hashable {
    public var broker: BrokerAddress
    /// The user's name; `nil` to connect without a user.
    public var user: String?
    /// The file with the user's password. This path and the others are as in the panel's file: a relative one is relative
    /// to it.
    public var passwordFile: String?
    /// The file with the certificates of the authorities that the broker's certificate is checked with; `nil` for those that
    /// the system trusts.
    public var authoritiesFile: String?
    /// The file with the gateway's own certificate.
    public var certificateFile: String?
    /// The file with the key of that certificate.
    public var keyFile: String?
    /// The first levels of all topics.
    public var topic: String
    /// The first level of all topics where a file gives none.
    public static let usualTopic = "holdfast"
    /// The first levels of Home Assistant's topics; `nil` to tell it nothing.
    public var discovery: String?
}

extension PanelDescription {
    /// The first levels of all topics that the panel publishes to; `nil` without a broker.
    public var topicRoot: String? { broker.map { "\($0.topic)/\(domain.lowercased())" } }
}

enum BrokerKeys {
    static let broker = Key<BrokerAddress>.required(
        "broker", .broker,
        "The broker's address: mqtt://, or mqtts:// with TLS, and its name, such as \"mqtt://localhost\".")
    static let user = Key<String>.optional("user", .line(limit: 1000), "The user name at the broker.")
    static let passwordFile = Key<String>.optional(
        "password_file", .line(limit: 1000),
        """
        The file with the user's password. A relative path is relative to the panel's file. The file and each folder \
        above it belong to root or to the user of holdfast-gateway. No other user may write them, or read the file.
        """)
    static let authoritiesFile = Key<String>.optional(
        "ca_file", .line(limit: 1000),
        """
        The certificates (PEM) that verify the broker's certificate. Default: the certificates that the system trusts.
        """)
    static let certificateFile = Key<String>.optional(
        "certificate_file", .line(limit: 1000), "The gateway's certificate (PEM), for a broker that requires one.")
    static let keyFile = Key<String>.optional(
        "key_file", .line(limit: 1000), "The private key (PEM) of that certificate.")
    static let topic = Key<String>.optional(
        "topic", .topic, default: BrokerDescription.usualTopic,
        "The first levels of the panel's topics. The panel's domain is the next one.")
    static let discovery = Key<String>.optional(
        "discovery", .topic,
        """
        The first levels of Home Assistant's topics, homeassistant unless changed there. With this key, Home Assistant \
        finds the panel.
        """)

    static let mapping = MappingDescription(
        noun: "mqtt", example: "{broker: \"mqtt://localhost\"}",
        documentation: """
            The MQTT broker to which holdfast-gateway publishes the state of the panel that everybody may see.
            """,
        keys: [broker, user, passwordFile, authoritiesFile, certificateFile, keyFile, topic, discovery],
        rules: [
            .needs([passwordFile.name], oneOf: [user.name]),
            .needs([certificateFile.name], oneOf: [keyFile.name]),
            .needs([keyFile.name], oneOf: [certificateFile.name]),
        ])

    @Sendable static func description(_ fields: Fields) throws(Incomplete) -> BrokerDescription {
        let address = try fields.value(broker)
        for key in [authoritiesFile, certificateFile, keyFile] where fields.has(key) && !address.isEncrypted {
            fields.report(.unencrypted(key: key.name, "\(address)"), at: key)
        }
        return BrokerDescription(
            broker: address, user: fields[user], passwordFile: fields[passwordFile],
            authoritiesFile: fields[authoritiesFile], certificateFile: fields[certificateFile],
            keyFile: fields[keyFile], topic: try fields.value(topic), discovery: fields[discovery])
    }
}
