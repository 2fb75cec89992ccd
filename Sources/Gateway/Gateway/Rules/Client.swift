import HTTP

/// The party for which the gateway does something. All bounds of the gateway count by client, so that none takes the places
/// of others.
enum Client: Sendable, Hashable {
    /// A session that the core has confirmed, by its token. A token that a client makes up is none.
    case session(String)
    /// A machine in the network, by its numeric address, without a session.
    case machine(String)
    /// The programs of this machine without a session, together.
    case local
    /// The broker, for all who send it commands.
    case broker
    /// The person who has the address of the simulated board.
    case board

    /// Whether anybody can be this client, and any number of such clients.
    var isAnonymous: Bool {
        switch self {
        case .machine, .local: true
        case .session, .broker, .board: false
        }
    }
}

/// A number that counts by client.
struct ClientCounts: Sendable {
    private var counts: [Client: Int] = [:]
    /// The sum of all clients.
    private(set) var total = 0
    /// The sum of the clients without a session.
    private(set) var anonymousTotal = 0

    subscript(client: Client) -> Int { counts[client, default: 0] }

    /// Adds one for the client.
    mutating func add(_ client: Client) { change(client, by: 1) }

    /// Takes one away from the client.
    mutating func remove(_ client: Client) { change(client, by: -1) }

    private mutating func change(_ client: Client, by difference: Int) {
        let count = self[client] + difference
        counts[client] = count == 0 ? nil : count
        total += difference
        if client.isAnonymous { anonymousTotal += difference }
    }
}

extension OriginRules {
    /// The client of a request without a session: the machine, or the one for which a proxy on this machine forwards.
    ///
    /// The proxy is trusted as for PINs. It appends the address that it sees to `X-Forwarded-For`, or replaces the header.
    func client(of request: HTTPRequest) -> Client {
        guard Self.isLocal(request.peer) else { return .machine(request.peer) }
        guard comesByProxy(request), let field = request.headers.last(where: { $0.isNamed("X-Forwarded-For") }),
            let last = field.value.split(separator: ",").last
        else { return .local }
        // The longest numeric address has 45 bytes.
        let address = last.drop { $0 == " " }.prefix(45)
        return address.isEmpty ? .local : .machine(String(address))
    }

    private static func isLocal(_ peer: String) -> Bool { peer.isEmpty || peer == "::1" || peer.hasPrefix("127.") }
}
