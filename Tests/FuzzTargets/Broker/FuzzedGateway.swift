import EventLoop
import Gateway
import MQTT
import TestSupport

/// A gateway that publishes a panel to a broker that sends any bytes.
///
/// All inputs have one gateway, because its thread for connections never ends.
@PanelActor
final class FuzzedGateway {
    private static var present: FuzzedGateway?
    /// The most bytes of the whole state, twice, and the most bytes that a gateway sends for each byte of a broker.
    private static let wholeState = 65_536, amplification = 8

    private let panel: FuzzedPanel
    private let gateway: Gateway

    static func shared() async throws -> FuzzedGateway {
        if let present { return present }
        let gateway = try FuzzedGateway()
        present = gateway
        try await gateway.panel.advance(.zero)
        return gateway
    }

    private init() throws {
        panel = try FuzzedPanel(in: FuzzFolder(), extensions: ["focus": StubExtension()], hasLock: false)
        gateway = Gateway(GatewaySettings(socket: panel.socket, version: "1"))
    }

    /// Has the broker send `bytes` to a client that connects with this version of MQTT.
    func receive(_ bytes: [UInt8], isVersion5: Bool, portion: Int) async throws {
        var portions = bytes.portions(of: portion)
        let broker = try ScriptedBroker { packet, broker in
            guard packet.kind == .connect else { return [] }
            // A client of another version gets what makes it try this one.
            guard packet.level == (isVersion5 ? 5 : 4) else { return nil }
            for portion in portions { broker.send(Array(portion)) }
            portions = []
            return []
        }
        let settings = BrokerSettings(host: broker.address.host, port: broker.address.port, client: "panel")
        let published = PublishedPanel(
            topic: "holdfast", domain: "org.example.hallway", name: "Hallway", host: "fuzz",
            shares: ["org.example.hallway.light": "house/light"], buttons: ["action"], discovery: "homeassistant")
        gateway.publish(published, to: settings, onReload: { _ in }, onNews: { _ in })
        // The core counts connections by its own time.
        try await panel.advance(.seconds(1))
        let limit = Self.wholeState + Self.amplification * bytes.count
        try require(broker.byteCount <= limit, "\(broker.byteCount) bytes for \(bytes.count) of the broker")
        broker.stop()
        gateway.stopPublishing("the input has ended") { _ in }
        await EventLoop.panel.settle()
    }
}
