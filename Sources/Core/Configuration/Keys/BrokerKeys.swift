/// The keys of the broker.
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
