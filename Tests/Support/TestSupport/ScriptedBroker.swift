import EventLoop
import Glibc

/// A broker on loopback that answers each packet of a client with the bytes that a test gives.
@PanelActor
public final class ScriptedBroker {
    /// A packet of a client (MQTT 5, 2.1).
    public struct Packet: Sendable {
        /// The kinds of packet that clients send.
        public enum Kind: UInt8, Sendable {
            case connect = 1, publish = 3, subscribe = 8, ping = 12, disconnect = 14
        }

        public let kind: Kind?
        public let flags: UInt8
        public let body: [UInt8]

        /// The protocol's level in a CONNECT (3.1.2.2): 4 is MQTT 3.1.1.
        public var level: UInt8 { body.count > 6 ? body[6] : 0 }
        /// The topic of a PUBLISH, and the payload after `properties` bytes.
        public func message(v5: Bool) -> (topic: String, payload: String) {
            guard body.count >= 2 else { return ("", "") }
            let end = 2 + Int(body[0]) << 8 + Int(body[1])
            let start = v5 ? end + 1 + Int(body[end]) : end
            return (String(decoding: body[2..<end], as: UTF8.self), String(decoding: body[start...], as: UTF8.self))
        }
    }

    /// The answer to a packet; `nil` ends the connection.
    public typealias Script = @PanelActor (Packet, ScriptedBroker) -> [UInt8]?

    public let address: ListenAddress
    /// The packets of all clients so far.
    public private(set) var packets: [Packet] = []
    /// The number of connections so far, and of the bytes of their clients.
    public private(set) var connectionCount = 0, byteCount = 0
    private var script: Script
    private var listener: OwnedDescriptor?
    private var watch: DescriptorWatch?
    private var client: OwnedDescriptor?
    private var clientWatch: DescriptorWatch?
    private var pending: [UInt8] = []

    /// Listens until `stop`.
    public init(_ script: @escaping Script) throws {
        self.script = script
        let (listener, address) = try ListenAddress(host: "127.0.0.1", port: 0).listen()
        (self.listener, self.address) = (listener, address)
        watch = try EventLoop.panel.watch(listener.number) { [weak self] _ in self?.accept() }
    }

    /// Sends bytes to the client that is connected.
    public func send(_ bytes: [UInt8]) {
        guard let client else { return }
        _ = Glibc.send(client.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends the connection.
    public func hangUp() {
        clientWatch?.cancel()
        (client, clientWatch, pending) = (nil, nil, [])
    }

    /// Ends the connection, and listens no more.
    public func stop() {
        hangUp()
        watch?.cancel()
        (watch, listener) = (nil, nil)
    }

    private func accept() {
        guard let listener else { return }
        let client = OwnedDescriptor(Glibc.accept(listener.number, nil, nil))
        guard client.number >= 0, fcntl(client.number, F_SETFL, O_NONBLOCK) == 0 else { return }
        hangUp()
        connectionCount += 1
        self.client = client
        clientWatch = try? EventLoop.panel.watch(client.number) { [weak self] _ in self?.read() }
    }

    private func read() {
        guard let client else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client.number, &buffer, buffer.count, 0)
        guard count > 0 else { return hangUp() }
        byteCount += count
        pending += buffer[..<count]
        while let packet = nextPacket() {
            packets.append(packet)
            guard let answer = script(packet, self) else { return hangUp() }
            send(answer)
        }
    }

    private func nextPacket() -> Packet? {
        var (length, shift, index) = (0, 0, 1)
        while index < pending.count {
            length |= Int(pending[index] & 0x7F) << shift
            if pending[index] & 0x80 == 0 { break }
            (shift, index) = (shift + 7, index + 1)
        }
        let start = index + 1
        guard pending.count > index, pending.count >= start + length else { return nil }
        defer { pending.removeFirst(start + length) }
        return Packet(
            kind: Packet.Kind(rawValue: pending[0] >> 4), flags: pending[0] & 0x0F,
            body: Array(pending[start..<start + length]))
    }
}
