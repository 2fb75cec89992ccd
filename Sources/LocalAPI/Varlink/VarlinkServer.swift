import CEventLoop
import EventLoop
import Glibc

/// A Varlink service on UNIX sockets: several interfaces and `org.varlink.service`, served on the loop.
///
/// The calls of a connection are answered one after the other. A message that is no call ends its connection; wrong
/// parameters do not. Once the server listens, it lives until it is stopped.
@PanelActor
public final class VarlinkServer {
    // A worker's thread never ends, so all servers of a process share two.
    private static let decoding = Worker()
    private static let encoding = Worker()

    private let product: String
    private let version: String
    private var service: VarlinkConnection.Service
    private let pace: MessagePace?
    private var listeners: [VarlinkListener] = []
    private var connections: [ObjectIdentifier: VarlinkConnection] = [:]
    /// Replaces the peer that the kernel reports. In tests, connections of one process stand for several users.
    var identify: @PanelActor (VarlinkPeer) -> VarlinkPeer = { $0 }

    /// Creates a service that does not listen yet.
    ///
    /// - Parameters:
    ///   - product: The product's name in `GetInfo`.
    ///   - interfaces: The interfaces besides `org.varlink.service`.
    ///   - pace: Limits the rate of reading clients' messages; without it, they are read as they arrive.
    public init(
        product: String, version: String, interfaces: [VarlinkInterface], limits: VarlinkLimits = .init(),
        pace: MessagePace? = nil
    ) {
        self.product = product
        self.version = version
        self.pace = pace
        service = Self.makeService(product, version, interfaces, limits)
    }

    /// Replaces the interfaces. Connected clients keep the interfaces that they found.
    public func replaceInterfaces(_ interfaces: [VarlinkInterface]) {
        service = Self.makeService(product, version, interfaces, service.limits)
    }

    private static func makeService(
        _ product: String, _ version: String, _ interfaces: [VarlinkInterface], _ limits: VarlinkLimits
    ) -> VarlinkConnection.Service {
        let own = VarlinkService.interface(product: product, version: version, interfaces: interfaces)
        var methods: [String: VarlinkMethod] = [:]
        for interface in interfaces + [own] {
            for method in interface.methods { methods["\(interface.name).\(method.name)"] = method }
        }
        return VarlinkConnection.Service(
            methods: methods, interfaces: Set((interfaces + [own]).map(\.name)), limits: limits,
            decoding: decoding, encoding: encoding)
    }

    /// The number of connected clients.
    public var connectionCount: Int { connections.count }

    /// Listens at `path`, on a socket file with the permissions `mode`. A socket without a listener is replaced.
    public func listen(path: String, mode: mode_t) throws(VarlinkServerError) {
        let (descriptor, identity) = try LocalSocket.listen(path: path, mode: mode)
        try listen(descriptor, bound: (path, identity))
    }

    /// Listens on a descriptor from the service manager, which the server takes over.
    public func listen(descriptor: Int32) throws(VarlinkServerError) {
        guard holdfast_socket_is_listening(descriptor), holdfast_socket_prepare(descriptor) == 0 else {
            throw .notListening(descriptor: descriptor)
        }
        try listen(descriptor, bound: nil)
    }

    /// Closes all connections, which ends their calls, and all sockets. Removes the files of the sockets that it has
    /// bound.
    public func stop() {
        for listener in listeners { listener.close() }
        listeners = []
        for connection in connections.values { connection.close() }
    }

    private func listen(
        _ descriptor: Int32, bound: (path: String, identity: LocalSocket.Identity)?
    ) throws(VarlinkServerError) {
        listeners.append(
            try VarlinkListener(
                descriptor: descriptor, bound: bound, pause: service.limits.acceptPause,
                allowance: pace == nil ? nil : service.limits.acceptTime
            ) { [self] in
                accept($0, $1)
            })
    }

    private func accept(_ descriptor: Int32, _ peer: VarlinkPeer) {
        let peer = identify(peer)
        let (keys, admission) = admission()
        switch admission.decide(on: peer) {
        case .accept: break
        case .replace(let index): connections[keys[index]]?.giveWay()
        case .refuse(let refusal): return VarlinkConnection.refuse(descriptor, refusal)
        }
        // On failure the initialiser has closed the descriptor.
        guard
            let connection = try? VarlinkConnection(
                descriptor: descriptor, peer: peer, service: service, ticket: pace?.ticket(for: peer.user))
        else { return }
        let key = ObjectIdentifier(connection)
        connections[key] = connection
        connection.refusalOfStream = { [weak self] in self?.admission().1.refusalOfStream(of: peer) }
        connection.closed = { [weak self] in self?.connections[key] = nil }
    }

    /// The connections as input for `VarlinkAdmission`, and their keys in the same order.
    private func admission() -> ([ObjectIdentifier], VarlinkAdmission) {
        let now = EventLoop.panel.now
        let all = Array(connections)
        return (all.map(\.key), VarlinkAdmission(limits: service.limits, holders: all.map { $0.value.holder(at: now) }))
    }
}
