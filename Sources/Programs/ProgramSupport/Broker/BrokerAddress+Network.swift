import Configuration
import Glibc

extension BrokerAddress {
    /// Whether the address is one that only this machine has.
    package var isOfThisMachine: Bool {
        host.lowercased() == "localhost" || host.hasPrefix("127.") || host == "::1"
    }

    /// The numeric addresses of the host, by the system's resolver, which may take seconds; none for an unknown name.
    package func resolve() -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // A link-local address has its interface behind a percent sign, which systemd does not read.
            if code == 0, !address.contains("%"), !addresses.contains(address) { addresses.append(address) }
            next = entry.ai_next
        }
        return addresses
    }
}
