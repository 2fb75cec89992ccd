import EventLoop
import MonotonicTime
import TestSupport
import Testing

@testable import MQTT

/// The client against a scripted broker on loopback.
@PanelActor
@Suite(.timeLimit(.minutes(1)))
struct BrokerClientTests {
    /// CONNACK of MQTT 5 (3.2): accepted.
    private static let accepted: [UInt8] = [0x20, 3, 0, 0, 0]

    /// The states, messages and refusals that a client has told.
    @PanelActor
    private final class Told {
        var states: [BrokerClient.State] = []
        var messages: [MQTTMessage] = []
        var limits: [BrokerProblem] = []
        private var waiting: (condition: @PanelActor (Told) -> Bool, continuation: CheckedContinuation<Void, Never>)?

        func note() {
            guard let waiting, waiting.condition(self) else { return }
            self.waiting = nil
            waiting.continuation.resume()
        }

        func wait(until condition: @escaping @PanelActor (Told) -> Bool) async {
            if condition(self) { return }
            await withCheckedContinuation { waiting = (condition, $0) }
        }
    }

    /// Calls `body` with a client of a broker that answers by `script`.
    private func connect(
        user: String? = nil, filters: [TopicFilter] = [],
        _ script: @escaping @PanelActor (ScriptedBroker.Packet) -> [UInt8]?,
        _ body: @PanelActor (BrokerClient, ScriptedBroker, Told) async throws -> Void
    ) async throws {
        let told = Told()
        let broker = try ScriptedBroker { packet, _ in
            defer { told.note() }
            return script(packet)
        }
        let settings = BrokerSettings(
            host: broker.address.host, port: broker.address.port, user: user, password: user.map { _ in "secret" },
            client: "panel", will: MQTTMessage("panel/availability", Array("offline".utf8), isRetained: true))
        let client = BrokerClient(settings, filters: filters)
        client.onChange = { state in
            told.states.append(state)
            told.note()
        }
        client.onMessage = { message, _ in
            told.messages.append(message)
            told.note()
        }
        client.onLimit = { problem in
            told.limits.append(problem)
            told.note()
        }
        client.start()
        try await body(client, broker, told)
        client.stop()
        broker.stop()
    }

    private func address(_ broker: ScriptedBroker) -> String { "mqtt://\(broker.address)" }

    @Test("a broker of MQTT 5 accepts the client, which subscribes, publishes and disconnects")
    func session() async throws {
        try await connect(filters: [TopicFilter("panel/+/set", marksKept: true)]) { packet in
            switch packet.kind {
            case .connect: Self.accepted
            // SUBACK (3.9): the packet's identifier, no properties, granted QoS 0.
            case .subscribe: [0x90, 4, packet.body[0], packet.body[1], 0, 0]
            default: []
            }
        } _: { client, broker, told in
            await told.wait { _ in broker.packets.contains { $0.kind == .subscribe } }
            #expect(told.states == [.connecting, .connected])
            #expect(broker.packets.first?.level == 5)
            // The filter with its options (3.8.3.1): QoS 0, no own messages, retained as published.
            #expect(broker.packets.last?.body.suffix(12) == Array("panel/+/set".utf8) + [0b0000_1100])
            client.publish(MQTTMessage("panel/state", Array("on".utf8), isRetained: true))
            await told.wait { _ in broker.packets.contains { $0.kind == .publish } }
            let sent = try #require(broker.packets.last)
            #expect(sent.message(v5: true) == ("panel/state", "on"))
            #expect(sent.flags == 1, "QoS 0, retained")
            // PUBLISH (3.3) with topic, no properties, payload.
            let topic = Array("panel/lamp/set".utf8)
            broker.send([0x30, UInt8(2 + topic.count + 1 + 2), 0, UInt8(topic.count)] + topic + [0] + Array("on".utf8))
            await told.wait { !$0.messages.isEmpty }
            #expect(told.messages == [MQTTMessage("panel/lamp/set", Array("on".utf8))])
            client.stop()
            await told.wait { _ in broker.packets.last?.kind == .disconnect }
            #expect(told.states.last == .stopped)
        }
    }

    @Test(
        "a broker that knows MQTT 3.1.1 alone gets it at once, whether it refuses, answers wrongly or hangs up",
        arguments: [[0x20, 2, 0, 1], [0x20, 3, 0, 0x84, 0], nil] as [[UInt8]?])
    func older(refusal: [UInt8]?) async throws {
        try await connect { packet in
            guard packet.kind == .connect else { return [] }
            // CONNACK of MQTT 3.1.1 (3.2) without properties.
            return packet.level == 4 ? [0x20, 2, 0, 0] : refusal
        } _: { _, broker, told in
            await told.wait { $0.states.last == .connected }
            #expect(told.states == [.connecting, .connected])
            #expect(broker.packets.map(\.level) == [5, 4])
        }
    }

    @Test("a refusal says why, and the client tries again by itself", arguments: [0x86, 0x87, 0x89, 0x9A] as [UInt8])
    func refused(code: UInt8) async throws {
        var count = 0
        try await connect(user: "hallway") { packet in
            guard packet.kind == .connect else { return [] }
            count += 1
            return count == 1 ? [0x20, 3, 0, code, 0] : Self.accepted
        } _: { _, broker, told in
            await told.wait { $0.states.last == .connected }
            let address = address(broker)
            let problem: BrokerProblem =
                switch code {
                case 0x86: .wrongPassword(address, user: "hallway")
                case 0x87: .notAuthorized(address, user: "hallway")
                case 0x9A: .keepsNothing(address)
                default: .refused(address, code: Int32(code))
                }
            #expect(told.states == [.connecting, .away(problem), .connected])
        }
    }

    @Test("a broker that ends the connection is lost, and found again")
    func lost() async throws {
        try await connect {
            $0.kind == .connect ? Self.accepted : []
        } _: { client, broker, told in
            await told.wait { $0.states.last == .connected }
            broker.hangUp()
            await told.wait { $0.states.count == 3 }
            #expect(client.state == .away(.lost(address(broker))))
            client.publish(MQTTMessage("panel/state", []))
            await told.wait { $0.states.count == 4 }
            #expect(client.state == .connected)
            #expect(!broker.packets.contains { $0.kind == .publish }, "nothing is kept for later")
        }
    }

    @Test("a broker that ends the connection says why", arguments: [0x8E, 0x8B] as [UInt8])
    func dismissed(code: UInt8) async throws {
        try await connect {
            $0.kind == .connect ? Self.accepted : []
        } _: { client, broker, told in
            await told.wait { $0.states.last == .connected }
            // DISCONNECT (3.14) with a reason code, no properties.
            broker.send([0xE0, 2, code, 0])
            await told.wait { $0.states.count == 3 }
            let address = address(broker)
            #expect(
                client.state
                    == .away(code == 0x8E ? .takenOver(address, client: "panel") : .dismissed(address, code: 0x8B)))
        }
    }

    @Test(
        "attack: a broker's packet that is no MQTT ends the connection alone, and the client tries again",
        arguments: [
            ("2005 0000 02 7e00", "a CONNACK with an unknown property 0x7e"),
            ("2003 000000 3006 000161 027e00", "a PUBLISH with an unknown property 0x7e"),
        ])
    func malformed(bytes: String, reason: String) async throws {
        var count = 0
        try await connect { packet in
            guard packet.kind == .connect else { return [] }
            count += 1
            // The first attempts are that with MQTT 5, and perhaps the one with 3.1.1.
            guard packet.level == 5 else { return [0x20, 2, 0, 5] }
            return count == 1 ? PacketReaderTests.bytes(bytes) : Self.accepted
        } _: { _, broker, told in
            await told.wait { state in
                state.states.contains { if case .away = $0 { true } else { false } } && broker.packets.count > 1
            }
            let problem = BrokerProblem.protocolError(address(broker), reason: reason)
            if bytes.hasPrefix("2003") {
                #expect(told.states.prefix(3) == [.connecting, .connected, .away(problem)])
            } else {
                #expect(broker.packets.map(\.level).prefix(2) == [5, 4], "it may be a broker that knows 3.1.1 alone")
            }
            #expect("\(problem)".contains("does not speak MQTT: it sends \(reason); check 'broker'"))
        }
    }

    @Test("topics that change with each message are asked for once the broker has answered the last request")
    func topics() async throws {
        var held: [[UInt8]] = []
        try await connect { packet in
            switch packet.kind {
            case .connect: return Self.accepted
            case .subscribe:
                held.append([0x90, 4, packet.body[0], packet.body[1], 0, 0])
                return []
            default: return []
            }
        } _: { client, broker, told in
            await told.wait { $0.states.last == .connected }
            for number in 0..<1_000 { client.follow(["\(number)/availability"]) }
            await told.wait { _ in held.count == 1 }
            broker.send(held[0])
            await told.wait { _ in held.count == 2 }
            let asked = broker.packets.filter { $0.kind == .subscribe }.map { String(decoding: $0.body, as: UTF8.self) }
            #expect(asked.count == 2 && asked[0].contains("0/availability") && asked[1].contains("999/availability"))
        }
    }

    @Test("attack: a topic with characters for which brokers end connections is not asked for, nor published")
    func characters() async throws {
        try await connect { packet in
            packet.kind == .connect ? Self.accepted : []
        } _: { client, broker, told in
            await told.wait { $0.states.last == .connected }
            client.follow(["\u{1}/availability", "\u{FFFE}/availability", ""])
            for topic in ["a/+", "a/#", "a\u{0}", "\u{85}", ""] { client.publish(MQTTMessage(topic, [])) }
            client.publish(MQTTMessage("a", []))
            await told.wait { _ in broker.packets.count > 1 }
            #expect(broker.packets.map(\.kind) == [.connect, .publish])
        }
    }

    @Test("a subscription that the broker's rules forbid is told")
    func denied() async throws {
        try await connect(filters: [TopicFilter("a/#"), TopicFilter("b/#")]) { packet in
            switch packet.kind {
            case .connect: Self.accepted
            // Granted or refused by the filter's first letter, behind identifier, properties' length and its own length.
            case .subscribe:
                [0x90, 4, packet.body[0], packet.body[1], 0, packet.body[5] == UInt8(ascii: "a") ? 0x87 : 0]
            default: []
            }
        } _: { _, broker, told in
            await told.wait { !$0.limits.isEmpty }
            #expect(told.limits == [.denied(address(broker), user: nil, filter: "a/#")])
        }
    }

    @Test(
        "a broker that keeps no messages, or takes short packets alone, is named once, and the client stays connected",
        arguments: [
            // CONNACK with Retain Available 0, and with a Maximum Packet Size of 24 bytes.
            (
                [0x20, 5, 0, 0, 2, 0x25, 0],
                "keeps no messages, so the gateway publishes no state; let the broker keep retained messages"
            ),
            (
                [0x20, 8, 0, 0, 5, 0x27, 0, 0, 0, 24],
                "accepts packets of at most 24 bytes, and the message of 'panel/availability' is longer; raise the "
                    + "broker's limit"
            ),
        ] as [([UInt8], String)])
    func limited(answer: [UInt8], words: String) async throws {
        try await connect {
            $0.kind == .connect ? answer : []
        } _: { client, broker, told in
            await told.wait { $0.states.last == .connected }
            for topic in ["panel/availability", "panel/control/lamp"] {
                client.publish(MQTTMessage(topic, Array("online".utf8), isRetained: true))
            }
            client.publish(MQTTMessage("a", Array("event".utf8)))
            await told.wait { _ in broker.packets.contains { $0.kind == .publish } }
            #expect(told.limits.map { "\($0)" } == ["\(address(broker)): \(words)"])
            #expect(broker.packets.count == 2 && client.state == .connected)
        }
    }

    @Test("a broker that refuses both versions of MQTT is named as one to update")
    func unknownVersion() async throws {
        try await connect {
            // CONNACK of each version: unsupported protocol version.
            $0.kind == .connect ? ($0.level == 5 ? [0x20, 3, 0, 0x84, 0] : [0x20, 2, 0, 1]) : []
        } _: { client, broker, told in
            await told.wait { if case .away = $0.states.last { true } else { false } }
            #expect(client.state == .away(.unknownVersion(address(broker))))
            let words = "\(BrokerProblem.unknownVersion("mqtt://b"))"
            #expect(words == "mqtt://b: refuses MQTT 5 and MQTT 3.1.1; update the broker")
        }
    }

    @Test("attack: a client that reconnects gets none of the messages that wait, and the broker sends its will")
    func reconnects() async throws {
        try await connect {
            $0.kind == .connect ? Self.accepted : []
        } _: { client, broker, told in
            await told.wait { $0.states.last == .connected }
            // PUBLISH with the topic "a", no properties and the payload "on".
            broker.send([0x30, 6, 0, 1, 0x61, 0, 0x6F, 0x6E])
            client.reconnect()
            client.publish(MQTTMessage("old", []))
            await told.wait { $0.states.count == 4 }
            #expect(told.states == [.connecting, .connected, .connecting, .connected])
            broker.send([0x30, 6, 0, 1, 0x62, 0, 0x6F, 0x6E])
            await told.wait { !$0.messages.isEmpty }
            #expect(told.messages.map(\.topic) == ["b"])
            #expect(broker.packets.map(\.kind) == [.connect, .connect], "no DISCONNECT, and no message of before")
        }
    }

    @Test("a client that was stopped while its job waited for the worker makes no connection")
    func abandoned() async throws {
        let broker = try ScriptedBroker { _, _ in [] }
        let worker = StallingWorker()
        worker.stall()
        let client = BrokerClient(
            BrokerSettings(host: broker.address.host, port: broker.address.port, client: "panel"), worker: worker)
        client.start()
        client.stop()
        worker.goOn()
        await EventLoop.panel.settle()
        #expect(broker.connectionCount == 0)
        broker.stop()
    }

    @Test("where nothing listens, the reason is the system's")
    func unreachable() async throws {
        let (listener, address) = try ListenAddress(host: "127.0.0.1", port: 0).listen()
        _ = consume listener
        let told = Told()
        let client = BrokerClient(BrokerSettings(host: address.host, port: address.port, client: "panel"))
        client.onChange = { state in
            told.states.append(state)
            told.note()
        }
        client.start()
        await told.wait { $0.states.count == 2 }
        let problem = BrokerProblem.unreachable("mqtt://\(address)", reason: "Connection refused")
        #expect(client.state == .away(problem))
        #expect("\(problem)" == "mqtt://\(address): Connection refused")
        client.stop()
        #expect(told.states.last == .stopped)
    }

    @Test("a file for TLS that cannot be read is named, and nothing is sent")
    func certificates() async throws {
        let told = Told()
        var settings = BrokerSettings(host: "127.0.0.1", port: 1, client: "panel")
        settings.certificates = .init(authorities: "/nowhere/ca.pem")
        let client = BrokerClient(settings)
        client.onChange = { told.states.append($0) }
        client.start()
        #expect(
            told.states.last
                == .away(.certificateFile(reason: "one of /nowhere/ca.pem cannot be read, or is not a PEM file")))
        client.stop()
    }
}
