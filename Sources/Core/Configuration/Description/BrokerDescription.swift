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
