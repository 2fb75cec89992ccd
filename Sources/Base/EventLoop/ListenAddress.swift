import Glibc

/// A TCP address to listen at: `127.0.0.1:8080`, or `[::1]:8080`.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The numeric IPv4 or IPv6 address.
    public let host: String
    /// The port; 0 lets the kernel choose one.
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads an address; `nil` if `text` is no numeric address with a port.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        self.init(host: String(host), port: port)
        guard parsed != nil else { return nil }
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only programs of the same machine reach the address: 127.0.0.0/8, or ::1.
    public var isLoopback: Bool {
        switch parsed {
        case .v4(let address): UInt32(bigEndian: address.sin_addr.s_addr) >> 24 == 127
        case .v6(let address):
            withUnsafeBytes(of: address.sin6_addr) { Array($0) } == [UInt8](repeating: 0, count: 15) + [1]
        case nil: false
        }
    }

    private enum Parsed {
        case v4(sockaddr_in)
        case v6(sockaddr_in6)
    }

    private var parsed: Parsed? {
        if host.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            return inet_pton(AF_INET6, host, &address.sin6_addr) == 1 ? .v6(address) : nil
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return inet_pton(AF_INET, host, &address.sin_addr) == 1 ? .v4(address) : nil
    }

    /// Opens a non-blocking socket that listens at the address.
    ///
    /// - Returns: the socket, and the address with the port that the kernel has chosen.
    public func listen() throws(ListenError) -> (socket: OwnedDescriptor, address: ListenAddress) {
        guard let parsed else { throw .system(self, call: "inet_pton", code: EINVAL) }
        switch parsed {
        case .v4(var address): return try listen(AF_INET, &address) { UInt16(bigEndian: $0.sin_port) }
        case .v6(var address): return try listen(AF_INET6, &address) { UInt16(bigEndian: $0.sin6_port) }
        }
    }

    /// Opens a connection to the address, and closes it.
    ///
    /// - Parameter seconds: How long a listener may take to accept the connection.
    /// - Throws: `ListenError.system`, with `ECONNREFUSED` where no program listens.
    public func tryConnection(within seconds: Int) throws(ListenError) {
        guard let parsed else { throw .system(self, call: "inet_pton", code: EINVAL) }
        switch parsed {
        case .v4(var address): try connect(AF_INET, &address, within: seconds)
        case .v6(var address): try connect(AF_INET6, &address, within: seconds)
        }
    }

    private func connect<Address>(
        _ family: Int32, _ address: inout Address, within seconds: Int
    ) throws(ListenError) {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = OwnedDescriptor(socket(family, type, 0))
        guard descriptor.number >= 0 else { throw .system(self, call: "socket", code: SystemCall.lastError) }
        // connect(2) ends with EINPROGRESS after the time limit for sending (socket(7)).
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<Address>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor.number, $0, size) }
        }
        guard result == 0 else {
            let code = SystemCall.lastError
            throw .system(self, call: "connect", code: code == EINPROGRESS ? ETIMEDOUT : code)
        }
    }

    private func listen<Address>(
        _ family: Int32, _ address: inout Address, port: (Address) -> UInt16
    ) throws(ListenError) -> (OwnedDescriptor, ListenAddress) {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = OwnedDescriptor(socket(family, type, 0))
        guard descriptor.number >= 0 else { throw .system(self, call: "socket", code: SystemCall.lastError) }
        var yes: Int32 = 1
        var size = socklen_t(MemoryLayout<Address>.size)
        // A server that starts again must not wait for the connections of the last one.
        setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        func call(_ body: (UnsafeMutablePointer<sockaddr>) -> Int32) -> Int32 {
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
            }
        }
        guard call({ bind(descriptor.number, $0, size) }) == 0 else {
            let code = SystemCall.lastError
            throw code == EADDRINUSE ? .inUse(self) : .system(self, call: "bind", code: code)
        }
        guard Glibc.listen(descriptor.number, SOMAXCONN) == 0 else {
            throw .system(self, call: "listen", code: SystemCall.lastError)
        }
        guard call({ getsockname(descriptor.number, $0, &size) }) == 0 else {
            throw .system(self, call: "getsockname", code: SystemCall.lastError)
        }
        return (descriptor, ListenAddress(host: host, port: port(address)))
    }
}

/// Why nothing listens at an address.
public enum ListenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program listens there.
    case inUse(ListenAddress)
    case system(ListenAddress, call: String, code: Int32)

    public var description: String {
        switch self {
        case .inUse(let address): "\(address): another program listens there; stop it, or choose another port"
        case .system(let address, let call, let code): "\(address): \(call): \(SystemCall.message(code))"
        }
    }
}
