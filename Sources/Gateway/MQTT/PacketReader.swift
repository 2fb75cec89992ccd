/// A packet that a broker sends to a client that subscribes with QoS 0.
package enum BrokerPacket: Sendable, Hashable {
    /// The broker accepts the client (CONNACK).
    case accepted(BrokerLimits)
    /// The broker does not accept the client, with a reason code of its version of MQTT (CONNACK).
    case refused(UInt8)
    /// A message (PUBLISH).
    case message(MQTTMessage)
    /// The reason code for the one filter of a subscription (SUBACK).
    case subscribed(UInt16, code: UInt8)
    /// A subscription has ended (UNSUBACK).
    case unsubscribed(UInt16)
    /// The answer to a ping (PINGRESP).
    case pingResponse
    /// The broker ends the connection, with a reason code (DISCONNECT of MQTT 5).
    case disconnected(UInt8)
}

/// The limits that a broker sets for its client (MQTT 5, 3.2.2.3). A broker of MQTT 3.1.1 sets none.
package struct BrokerLimits: Sendable, Hashable {
    /// The keep-alive time in seconds, in place of the client's.
    package var keepAlive: UInt16?
    /// The most bytes of a packet that the client sends.
    package var largestPacket: UInt32 = .max
    /// Whether the broker keeps messages.
    package var keepsMessages = true
}

/// Bytes that are no MQTT packet. The description completes "the broker sends …".
package struct MalformedPacket: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Reads packets from the bytes of a broker, in pieces as they come.
///
/// A reader keeps at most one packet, of `largestPacket` bytes. It leaves out a longer message, which a broker of MQTT 3.1.1
/// may send.
///
/// No library reads the packets. libmosquitto 2.0.11 (Debian 12) ends its process when a broker sends an unknown property.
/// It also reads TLS and packets in one call, so that no check fits between them.
package struct PacketReader: Sendable {
    /// The most bytes of a packet's body.
    package static let largestPacket = 64 * 1024
    private static let longestLength = 4

    private let version: ConnectionPlan.Version
    private var bytes: [UInt8] = []
    /// How many of the bytes were read.
    private var position = 0
    /// How many bytes that are still to come belong to a message that is left out.
    private var skipped = 0

    init(_ version: ConnectionPlan.Version) { self.version = version }

    /// Creates a reader of a connection with MQTT 5, or else with MQTT 3.1.1.
    package init(isVersion5: Bool) { self.init(isVersion5 ? .v5 : .v311) }

    /// Takes bytes of the broker.
    package mutating func append(_ new: some Collection<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        let left = min(skipped, new.count)
        skipped -= left
        bytes += new.dropFirst(left)
    }

    /// Returns the next packet; `nil` while it is not whole.
    package mutating func next() throws(MalformedPacket) -> BrokerPacket? {
        while let (kind, flags, length, start) = try header() {
            let end = start + length
            if length > Self.largestPacket {
                guard kind == .publish else { throw MalformedPacket("a \(kind) of \(length) bytes") }
                skipped = max(0, end - bytes.count)
                position = min(end, bytes.count)
                continue
            }
            guard end <= bytes.count else { return nil }
            position = end
            var body = PacketBody(bytes[start..<end], of: kind)
            if let packet = try packet(kind, flags, &body) { return packet }
        }
        return nil
    }

    /// The fixed header (2.1.1) of the next packet, and the place behind it.
    private func header() throws(MalformedPacket) -> (PacketKind, flags: UInt8, length: Int, start: Int)? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        guard let kind = PacketKind(rawValue: first >> 4), kind != .disconnect || version == .v5 else {
            throw MalformedPacket("a packet of kind \(first >> 4)")
        }
        let flags = first & 0x0F
        guard kind == .publish || flags == 0 else { throw MalformedPacket("a \(kind) with flags") }
        var length = 0
        for (index, byte) in bytes[(position + 1)...].prefix(Self.longestLength).enumerated() {
            length |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return (kind, flags, length, position + index + 2) }
        }
        guard bytes.count - position <= Self.longestLength else {
            throw MalformedPacket("a \(kind) with a length of more than 4 bytes")
        }
        return nil
    }

    /// Reads the rest of a packet; `nil` for a message that is left out.
    private func packet(
        _ kind: PacketKind, _ flags: UInt8, _ body: inout PacketBody
    ) throws(MalformedPacket) -> BrokerPacket? {
        let packet: BrokerPacket?
        switch kind {
        case .connack:
            _ = try body.byte()
            let code = try body.byte()
            let properties = version == .v5 ? try body.properties() : [:]
            packet = code == 0 ? .accepted(BrokerLimits(properties)) : .refused(code)
        case .publish: packet = try message(flags, &body)
        case .suback:
            let identifier = try body.number16()
            if version == .v5 { _ = try body.properties() }
            packet = .subscribed(identifier, code: try body.byte())
        case .unsuback:
            let identifier = try body.number16()
            // The reason code does not matter: no subscription is left in any case.
            if version == .v5 { (_, _) = (try body.properties(), body.rest()) }
            packet = .unsubscribed(identifier)
        case .pingresp: packet = .pingResponse
        case .disconnect:
            // 3.14.2.1, 3.14.2.2.1: the last parts may be absent.
            let code = body.isEmpty ? 0 : try body.byte()
            if !body.isEmpty { _ = try body.properties() }
            packet = .disconnected(code)
        }
        guard body.isEmpty else { throw MalformedPacket("a \(kind) with more than its parts") }
        return packet
    }

    private func message(_ flags: UInt8, _ body: inout PacketBody) throws(MalformedPacket) -> BrokerPacket? {
        // 3.8.4: no more than the QoS that the client has asked for.
        guard flags & 0b0110 == 0 else { throw MalformedPacket("a message with a QoS that the client did not request") }
        let topic = try body.text()
        let properties = version == .v5 ? try body.properties() : [:]
        // 3.1.2.11.5: a client that sends no Topic Alias Maximum allows no aliases.
        guard properties[.topicAlias] == nil else {
            throw MalformedPacket("a topic alias, which the client did not request")
        }
        guard !topic.isEmpty, !topic.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }) else {
            throw MalformedPacket("a message without a topic")
        }
        let message = MQTTMessage(topic, body.rest(), isRetained: flags & 1 == 1)
        // Another client may have made a broker pass on such a topic, which must not end the connection again and again.
        return MQTTText.isSuitable(topic) ? .message(message) : nil
    }
}

/// The kinds of packet that a broker sends (2.1.2), by their names there.
enum PacketKind: UInt8, Sendable, CustomStringConvertible {
    case connack = 2, publish = 3, suback = 9, unsuback = 11, pingresp = 13, disconnect = 14

    var description: String {
        switch self {
        case .connack: "CONNACK"
        case .publish: "PUBLISH"
        case .suback: "SUBACK"
        case .unsuback: "UNSUBACK"
        case .pingresp: "PINGRESP"
        case .disconnect: "DISCONNECT"
        }
    }
}

/// The properties of MQTT 5 (2.2.2.2), by their identifiers.
enum PacketProperty: UInt8, Sendable {
    case payloadFormat = 0x01, messageExpiry = 0x02, contentType = 0x03, responseTopic = 0x08, correlationData = 0x09
    case subscription = 0x0B, sessionExpiry = 0x11, assignedClient = 0x12, serverKeepAlive = 0x13
    case authenticationMethod = 0x15, authenticationData = 0x16, problemInformation = 0x17, willDelay = 0x18
    case responseInformationWanted = 0x19, responseInformation = 0x1A, serverReference = 0x1C, reason = 0x1F
    case receiveMaximum = 0x21, topicAliasMaximum = 0x22, topicAlias = 0x23, maximumQoS = 0x24
    case retainAvailable = 0x25, user = 0x26, maximumPacketSize = 0x27, wildcardsAvailable = 0x28
    case subscriptionsAvailable = 0x29, sharedAvailable = 0x2A

    /// The form of a property's value (1.5).
    enum Form: Sendable {
        case byte, number16, number32, variable, text, data, pair
    }

    var form: Form {
        switch self {
        case .payloadFormat, .problemInformation, .responseInformationWanted, .maximumQoS, .retainAvailable,
            .wildcardsAvailable, .subscriptionsAvailable, .sharedAvailable:
            .byte
        case .serverKeepAlive, .receiveMaximum, .topicAliasMaximum, .topicAlias: .number16
        case .messageExpiry, .sessionExpiry, .willDelay, .maximumPacketSize: .number32
        case .subscription: .variable
        case .contentType, .responseTopic, .assignedClient, .authenticationMethod, .responseInformation,
            .serverReference, .reason:
            .text
        case .correlationData, .authenticationData: .data
        case .user: .pair
        }
    }
}

extension BrokerLimits {
    fileprivate init(_ properties: [PacketProperty: UInt32]) {
        // A time of 0 s turns keep-alive off. The client sends its pings all the same.
        keepAlive = properties[.serverKeepAlive].map { UInt16(truncatingIfNeeded: $0) }.flatMap { $0 > 0 ? $0 : nil }
        largestPacket = properties[.maximumPacketSize] ?? .max
        keepsMessages = properties[.retainAvailable] != 0
    }
}

/// Reads the parts of a packet behind its fixed header.
private struct PacketBody {
    private var bytes: ArraySlice<UInt8>
    private let kind: PacketKind

    init(_ bytes: ArraySlice<UInt8>, of kind: PacketKind) { (self.bytes, self.kind) = (bytes, kind) }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }

    mutating func byte() throws(MalformedPacket) -> UInt8 {
        guard let byte = bytes.popFirst() else { throw MalformedPacket("a \(kind) that is too short") }
        return byte
    }

    mutating func number16() throws(MalformedPacket) -> UInt16 { UInt16(try byte()) << 8 | UInt16(try byte()) }

    mutating func number32() throws(MalformedPacket) -> UInt32 {
        UInt32(try number16()) << 16 | UInt32(try number16())
    }

    /// A number of one to four bytes (1.5.5).
    mutating func variable() throws(MalformedPacket) -> Int {
        var number = 0
        for index in 0..<4 {
            let byte = try byte()
            number |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return number }
        }
        throw MalformedPacket("a \(kind) with a number of more than 4 bytes")
    }

    private mutating func part(_ count: Int) throws(MalformedPacket) -> ArraySlice<UInt8> {
        guard count <= bytes.count else { throw MalformedPacket("a \(kind) that is too short") }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func text() throws(MalformedPacket) -> String {
        guard let text = String(validating: try part(Int(try number16())), as: UTF8.self) else {
            throw MalformedPacket("a \(kind) with a text that is not UTF-8")
        }
        return text
    }

    /// The numbers of the properties.
    mutating func properties() throws(MalformedPacket) -> [PacketProperty: UInt32] {
        var list = PacketBody(try part(try variable()), of: kind)
        var numbers: [PacketProperty: UInt32] = [:]
        while !list.isEmpty {
            let identifier = try list.byte()
            guard let property = PacketProperty(rawValue: identifier) else {
                throw MalformedPacket("a \(kind) with an unknown property 0x\(String(identifier, radix: 16))")
            }
            switch property.form {
            case .byte: numbers[property] = UInt32(try list.byte())
            case .number16: numbers[property] = UInt32(try list.number16())
            case .number32: numbers[property] = try list.number32()
            case .variable: numbers[property] = UInt32(try list.variable())
            case .text: _ = try list.text()
            case .data: _ = try list.part(Int(try list.number16()))
            case .pair: (_, _) = (try list.text(), try list.text())
            }
        }
        return numbers
    }
}
