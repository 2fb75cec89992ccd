import Glibc
import HTTP

/// The party for which the gateway does something. All bounds of the gateway count by client, so that none takes the places
/// of others.
enum Client: Sendable, Hashable {
    /// A session that the core has confirmed, by its token. A token that a client makes up is none.
    case session(String)
    /// A machine in the network without a session, by its IPv4 address, or by the network of 64 bits of its IPv6 address.
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

extension Client {
    /// The machine with a numeric address. One machine can use all addresses of an IPv6 network of 64 bits (RFC 8981), which
    /// therefore count together. An IPv4 address can have the form of IPv6 (RFC 4291, 2.5.5.2). Another text stays as it is.
    static func machine(at address: String) -> Client {
        var parsed = in6_addr()
        // An address within a link has the name of the interface behind it (RFC 4007, 11).
        guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &parsed) == 1 else { return .machine(address) }
        let bytes = withUnsafeBytes(of: parsed) { Array($0) }
        if bytes.starts(with: mappedPrefix) {
            return .machine(bytes.dropFirst(mappedPrefix.count).map { "\($0)" }.joined(separator: "."))
        }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return .machine(groups.joined(separator: ":") + "::/64")
    }

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}

/// A number that counts by client.
struct ClientCounts: Sendable {
    private var counts: [Client: Int] = [:]
    /// The sum of all clients.
    private(set) var total = 0
    /// The sum of the clients without a session.
    private(set) var anonymousTotal = 0

    subscript(client: Client) -> Int { counts[client, default: 0] }

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
        guard Self.isLocal(request.peer) else { return .machine(at: request.peer) }
        guard comesByProxy(request), let field = request.headers.last(where: { $0.isNamed("X-Forwarded-For") }),
            let last = field.value.split(separator: ",").last
        else { return .local }
        // The longest numeric address has 45 bytes.
        let address = last.drop { $0 == " " }.prefix(45)
        return address.isEmpty ? .local : .machine(at: String(address))
    }

    private static func isLocal(_ peer: String) -> Bool { peer.isEmpty || peer == "::1" || peer.hasPrefix("127.") }
}
