import EventLoop
import Gateway
import Glibc
import MQTT

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
    private let listener: OwnedDescriptor
    private let address: ListenAddress
    private var listening: DescriptorWatch?
    private var client: OwnedDescriptor?
    private var reading: DescriptorWatch?
    /// The portions that the broker still sends.
    private var portions: [ArraySlice<UInt8>] = []
    private var version: UInt8 = 5
    private var received = 0

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
        (listener, address) = try ListenAddress(host: "127.0.0.1", port: 0).listen()
        listening = try EventLoop.panel.watch(listener.number) { [weak self] _ in self?.accept() }
    }

    /// Has the broker send `bytes` to a client that greets with this version of MQTT.
    func hear(_ bytes: [UInt8], isVersion5: Bool, portion: Int) async throws {
        (portions, version, received) = (bytes.portions(of: portion), isVersion5 ? 5 : 4, 0)
        let settings = BrokerSettings(host: address.host, port: address.port, client: "panel")
        let published = PublishedPanel(
            topic: "holdfast", domain: "org.example.hallway", name: "Hallway", host: "fuzz",
            shares: ["org.example.hallway.light": "house/light"], buttons: ["action"], discovery: "homeassistant")
        gateway.publish(published, to: settings, onReload: {}, onNews: { _ in })
        // The core counts connections by its own time.
        try await panel.advance(.seconds(1))
        let limit = Self.wholeState + Self.amplification * bytes.count
        try require(received <= limit, "\(received) bytes for \(bytes.count) of the broker")
        hangUp()
        gateway.stopPublishing("the input has ended") {}
        await EventLoop.panel.settle()
    }

    private func accept() {
        let client = OwnedDescriptor(Glibc.accept(listener.number, nil, nil))
        guard client.number >= 0, fcntl(client.number, F_SETFL, O_NONBLOCK) == 0 else { return }
        hangUp()
        self.client = client
        reading = try? EventLoop.panel.watch(client.number) { [weak self] _ in self?.read() }
    }

    private func hangUp() {
        reading?.cancel()
        (reading, client) = (nil, nil)
    }

    private func read() {
        guard let client else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client.number, &buffer, buffer.count, 0)
        guard count > 0 else { return hangUp() }
        received += count
        // The greeting has the version behind its header of 2 bytes and the protocol's name (MQTT 5, 3.1.2).
        guard count > 8, buffer[0] == 0x10, !portions.isEmpty else { return }
        // A client of another version hears what makes it try this one.
        guard buffer[8] == version else { return hangUp() }
        for portion in portions {
            _ = portion.withUnsafeBytes { send(client.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
        portions = []
    }
}
