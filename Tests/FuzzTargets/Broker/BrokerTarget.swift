import EventLoop
import MQTT

/// Bytes that a broker sends: to the reader of packets, and to a gateway that publishes a panel.
///
/// ```
///   how portion bytes…     how: bit 0 for MQTT 3.1.1, bit 1 for bytes that follow an accepting CONNACK
/// ```
/// The number `portion` is the size of the portions in which the bytes come; a space means one portion.
@PanelActor
enum BrokerTarget {
    static func check(_ bytes: [UInt8]) async throws {
        var input = FuzzInput(bytes)
        let how = input.byte()
        let portion = input.byte()
        let size = portion == UInt8(ascii: " ") || portion == 0 ? Int.max : Int(portion)
        let (isVersion5, isAccepted) = (how & 1 == 0, how & 2 != 0)
        let accepted: [UInt8] = isVersion5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]
        let bytes = (isAccepted ? accepted : []) + input.rest()
        try judge(bytes, isVersion5: isVersion5, portion: size)
        try await FuzzedGateway.shared().receive(bytes, isVersion5: isVersion5, portion: size)
    }

    /// Checks that the packets do not depend on how their bytes are cut, and that messages are what a gateway relies on.
    private static func judge(_ bytes: [UInt8], isVersion5: Bool, portion: Int) throws(FuzzFinding) {
        let (whole, problem) = read([bytes[...]], isVersion5: isVersion5)
        let (cut, cutProblem) = read(bytes.portions(of: portion), isVersion5: isVersion5)
        try require(whole == cut && problem == cutProblem, "\(whole), \(problem ?? "") but \(cut), \(cutProblem ?? "")")
        for case .message(let message) in whole {
            let topic = message.topic
            try require(!topic.isEmpty && !topic.contains(where: { "+#".contains($0) }), "the topic \(topic)")
            try require(
                topic.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) },
                "a control character in a topic")
            try require(
                message.payload.count <= PacketReader.largestPacket, "a payload of \(message.payload.count) bytes")
        }
    }

    private static func read(
        _ portions: [ArraySlice<UInt8>], isVersion5: Bool
    ) -> (packets: [BrokerPacket], problem: String?) {
        var reader = PacketReader(isVersion5: isVersion5)
        var packets: [BrokerPacket] = []
        do throws(MalformedPacket) {
            for portion in portions {
                reader.append(portion)
                while let packet = try reader.next() { packets.append(packet) }
            }
        } catch {
            return (packets, error.description)
        }
        return (packets, nil)
    }
}
