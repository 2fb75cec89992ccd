import Testing

@testable import MQTT

/// The packets of a broker. `Tests/Fuzz` has generated ones.
struct PacketReaderTests {
    /// Bytes of hexadecimal digits, between which there may be spaces.
    static func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.filter { $0 != " " }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { (place: Int) -> UInt8 in
            UInt8(digits[place] << 4 | digits[place + 1])
        }
    }

    private static func read(
        _ pieces: [[UInt8]], isVersion5: Bool = true
    ) throws(MalformedPacket) -> [BrokerPacket] {
        var reader = PacketReader(isVersion5: isVersion5)
        var packets: [BrokerPacket] = []
        for piece in pieces {
            reader.append(piece)
            while let packet = try reader.next() { packets.append(packet) }
        }
        return packets
    }

    private static let message = BrokerPacket.message(MQTTMessage("a/b", Array("on".utf8), isRetained: true))

    @Test(
        "each packet of MQTT 5 is read, also byte by byte",
        arguments: [
            ("2003 00 00 00", .accepted(BrokerLimits())),
            // 3.2.2.3: the properties of which the client takes note, and one more of each form.
            (
                "202a 01 00 27 13000a 2500 2700000400 21000a 110000000a 120001 61 1f0000 2600016b000176 2801 1600020102",
                .accepted(BrokerLimits(keepAlive: 10, largestPacket: 1024, keepsMessages: false))
            ),
            ("2003 00 87 00", .refused(0x87)), ("3108 0003612f62 00 6f6e", message),
            ("310b 0003612f62 03 0b8001 6f6e", message), ("9004 0007 00 80", .subscribed(7, code: 0x80)),
            ("b004 0007 00 11", .unsubscribed(7)), ("d000", .pingResponse), ("e000", .disconnected(0)),
            ("e001 8b", .disconnected(0x8B)),
            ("e002 8b 00", .disconnected(0x8B)),
        ] as [(String, BrokerPacket)])
    func version5(digits: String, packet: BrokerPacket) throws {
        let bytes = Self.bytes(digits)
        #expect(try Self.read([bytes + bytes]) == [packet, packet])
        #expect(try Self.read((bytes + bytes).map { [$0] }) == [packet, packet])
    }

    @Test(
        "each packet of MQTT 3.1.1 is read",
        arguments: [
            ("2002 00 00", .accepted(BrokerLimits())), ("2002 00 05", .refused(5)), ("3107 0003612f62 6f6e", message),
            ("9003 0007 80", .subscribed(7, code: 0x80)), ("b002 0007", .unsubscribed(7)), ("d000", .pingResponse),
        ] as [(String, BrokerPacket)])
    func version311(digits: String, packet: BrokerPacket) throws {
        #expect(try Self.read([Self.bytes(digits)], isVersion5: false) == [packet])
    }

    @Test(
        "attack: what no broker sends is refused with what is wrong",
        arguments: [
            ("2005 0000 02 7e00", "a CONNACK with an unknown property 0x7e"),
            ("3008 000161 02 7e00 6f6e", "a PUBLISH with an unknown property 0x7e"),
            ("2000", "a CONNACK that is too short"), ("2002 0000", "a CONNACK that is too short"),
            ("2005 0000 02 1300", "a CONNACK that is too short"), ("2003 0000 05", "a CONNACK that is too short"),
            ("2004 0000 00 00", "a CONNACK with more than its parts"), ("2103 000000", "a CONNACK with flags"),
            ("2006 0000 03 1f0005", "a CONNACK that is too short"),
            ("2007 0000 04 1f0001ff", "a CONNACK with a text that is not UTF-8"),
            ("2008 0000 05 0bffffffff", "a CONNACK with a number of more than 4 bytes"),
            ("3000", "a PUBLISH that is too short"), ("3004 ffff6100", "a PUBLISH that is too short"),
            ("3003 0000 00", "a message without a topic"), ("3004 0001 2b 00", "a message without a topic"),
            ("3004 0001 ff 00", "a PUBLISH with a text that is not UTF-8"),
            ("3207 000161 0001 00 00", "a message with a QoS that the client did not request"),
            ("3607 000161 0001 00 00", "a message with a QoS that the client did not request"),
            ("3007 000161 03 230001", "a topic alias, which the client did not request"),
            ("9003 0007 00", "a SUBACK that is too short"), ("9000", "a SUBACK that is too short"),
            ("9005 0007 00 0000", "a SUBACK with more than its parts"), ("b000", "a UNSUBACK that is too short"),
            ("d001 00", "a PINGRESP with more than its parts"),
            ("e004 00 02 7e00", "a DISCONNECT with an unknown property 0x7e"),
            ("30ffffff8000", "a PUBLISH with a length of more than 4 bytes"), ("20818004", "a CONNACK of 65537 bytes"),
            ("c000", "a packet of kind 12"), ("0000", "a packet of kind 0"), ("f000", "a packet of kind 15"),
            ("4854 54502f31", "a packet of kind 4"),
        ])
    func malformed(digits: String, reason: String) {
        let bytes = Self.bytes(digits)
        for pieces in [[bytes], bytes.map { [$0] }] {
            let error = #expect(throws: MalformedPacket.self) { try Self.read(pieces) }
            #expect(error?.description == reason)
        }
    }

    @Test("attack: a broker of MQTT 3.1.1 has no DISCONNECT")
    func disconnect() {
        #expect(throws: MalformedPacket.self) { try Self.read([Self.bytes("e000")], isVersion5: false) }
    }

    @Test("attack: a message of more than 64 KiB is left out without being kept, and the next one is read")
    func oversized() throws {
        let next = Self.bytes("3108 0003612f62 00 6f6e")
        let count = 100_000_000
        let length = (0..<4).map { (index: Int) -> UInt8 in
            let part = UInt8((count >> (7 * index)) & 0x7F)
            return index < 3 ? part | 0x80 : part
        }
        var reader = PacketReader(isVersion5: true)
        reader.append([0x30] + length)
        let first = try reader.next()
        #expect(first == nil)
        let piece = [UInt8](repeating: 0x30, count: 16_384)
        var left = count
        while left > 0 {
            reader.append(piece.prefix(left))
            left -= min(left, piece.count)
            let packet = try reader.next()
            #expect(packet == nil)
        }
        reader.append(next)
        let packet = try reader.next()
        #expect(packet == Self.message)
        // The same in one piece.
        let body = [UInt8](repeating: 0x30, count: 65_537)
        #expect(try Self.read([[0x30, 0x81, 0x80, 0x04] + body + next]) == [Self.message])
    }

    @Test("a message whose topic has characters that brokers refuse is left out, and the connection goes on")
    func characters() throws {
        #expect(try Self.read([Self.bytes("3004 0001 01 00 3108 0003612f62 00 6f6e")]) == [Self.message])
    }
}
