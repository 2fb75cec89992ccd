/// The packets that a client sends, as bytes. The clauses are those of MQTT 5.
enum ClientPacket {
    /// PINGREQ (3.12), and DISCONNECT (3.14), after which a broker sends no will.
    static let ping: [UInt8] = [0xC0, 0], disconnect: [UInt8] = [0xE0, 0]

    /// CONNECT (3.1); `nil` where one of its texts is too long.
    static func connect(_ settings: BrokerSettings, _ version: ConnectionPlan.Version) -> [UInt8]? {
        var body = PacketParts()
        body.add(text: "MQTT")
        body.add([version == .v5 ? 5 : 4])
        // 3.1.2.3: a new session, the will with QoS 0, user and password.
        var flags: UInt8 = 0b10
        if let will = settings.will { flags |= 0b100 | (will.isRetained ? 0b10_0000 : 0) }
        if settings.user != nil { flags |= 0b1000_0000 | (settings.password == nil ? 0 : 0b100_0000) }
        body.add([flags])
        body.add(settings.keepAlive)
        if version == .v5 {
            let largest = UInt32(PacketReader.largestPacket)
            let number = (0..<4).map { UInt8(truncatingIfNeeded: largest >> (24 - 8 * $0)) }
            body.add([5, PacketProperty.maximumPacketSize.rawValue] + number)
        }
        body.add(text: settings.client)
        if let will = settings.will {
            if version == .v5 { body.add([0]) }
            body.add(text: will.topic)
            body.add(data: will.payload)
        }
        if let user = settings.user {
            body.add(text: user)
            if let password = settings.password { body.add(text: password) }
        }
        return body.packet(0x10)
    }

    /// A message with QoS 0 (3.3); `nil` for a topic that no broker takes, or more than a packet holds.
    static func message(_ message: MQTTMessage, _ version: ConnectionPlan.Version) -> [UInt8]? {
        guard MQTTText.isSuitable(message.topic), !message.topic.isEmpty,
            !message.topic.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") })
        else { return nil }
        var body = PacketParts()
        body.add(text: message.topic)
        if version == .v5 { body.add([0]) }
        body.add(message.payload)
        return body.packet(message.isRetained ? 0x31 : 0x30)
    }

    /// Asks for the messages of a filter with QoS 0 (3.8); `nil` for a filter that no broker takes.
    static func subscription(
        to filter: TopicFilter, _ identifier: UInt16, _ version: ConnectionPlan.Version
    ) -> [UInt8]? {
        guard MQTTText.isSuitable(filter.text), !filter.text.isEmpty else { return nil }
        var options: UInt8 = 0
        if version == .v5 {
            // 3.8.3.1: no messages of its own, and whether a message is kept.
            if !filter.includesOwn { options |= 0b100 }
            if filter.marksKept { options |= 0b1000 }
        }
        return body(identifier, filter.text, [options], version).packet(0x82)
    }

    /// Ends the messages of a filter (3.10).
    static func end(of filter: String, _ identifier: UInt16, _ version: ConnectionPlan.Version) -> [UInt8]? {
        body(identifier, filter, [], version).packet(0xA2)
    }

    private static func body(
        _ identifier: UInt16, _ filter: String, _ rest: [UInt8], _ version: ConnectionPlan.Version
    ) -> PacketParts {
        var body = PacketParts()
        body.add(identifier)
        if version == .v5 { body.add([0]) }
        body.add(text: filter)
        body.add(rest)
        return body
    }
}

/// The texts of MQTT (1.5.4).
enum MQTTText {
    /// Whether a text has none of the characters that a broker may refuse by ending the connection: control characters, and
    /// those that Unicode never assigns.
    static func isSuitable(_ text: String) -> Bool {
        text.utf8.count <= Int(UInt16.max)
            && text.unicodeScalars.allSatisfy { scalar in
                !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
                    || (0xFDD0...0xFDEF).contains(scalar.value))
            }
    }
}

/// Collects the parts of a packet.
private struct PacketParts {
    /// The most bytes behind a fixed header (2.1.4).
    private static let longest = 268_435_455

    private var bytes: [UInt8] = []
    /// Whether a part was longer than its length can tell.
    private var isTooLong = false

    mutating func add(_ new: [UInt8]) { bytes += new }

    mutating func add(_ number: UInt16) { bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }

    mutating func add(text: String) { add(data: Array(text.utf8)) }

    mutating func add(data: [UInt8]) {
        guard let count = UInt16(exactly: data.count) else { return isTooLong = true }
        add(count)
        add(data)
    }

    /// The packet with its fixed header; `nil` where it is too long.
    func packet(_ first: UInt8) -> [UInt8]? {
        guard !isTooLong, bytes.count <= Self.longest else { return nil }
        var packet = [first]
        var length = bytes.count
        repeat {
            packet.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
            length >>= 7
        } while length > 0
        return packet + bytes
    }
}
