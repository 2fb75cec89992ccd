import EventLoop

/// The address and the origins of the gateway.
public struct GatewayDescription: Sendable, Hashable {
    public var listen: ListenAddress
    /// The origins by which a proxy on the same machine serves the page.
    public var origins: [WebOrigin]
    /// Whether the gateway serves plain HTTP to other machines, without PINs.
    public var isInsecure: Bool

    /// The address without a `gateway` in the file.
    public static let usualAddress = ListenAddress(host: "127.0.0.1", port: 8080)

    /// The gateway of a panel whose file has none.
    public static let usual = GatewayDescription(listen: usualAddress, origins: [], isInsecure: false)
}

extension PanelDescription {
    /// Whether the gateway may let people work the panel's board: it is simulated, and other machines do not reach it.
    public var canServeBoard: Bool { board == .simulated && !gateway.isInsecure }
}

/// The origin of a page by HTTPS (RFC 6454): `https`, a host in lower case, and a port unless it is 443.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The text as browsers send it, such as `https://panel.local`.
    public let description: String

    /// Reads an origin; `nil` for another scheme, a path, a user, or a character that a host has not.
    public init?(_ text: String) {
        let text = text.lowercased()
        let prefix = "https://"
        guard text.hasPrefix(prefix) else { return nil }
        let authority = text.dropFirst(prefix.count)
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isName = parts[0].utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isName, !parts[0].isEmpty else { return nil }
        // Browsers leave the usual port out.
        guard parts.count == 1 || (UInt16(parts[1]).map { $0 > 0 && $0 != 443 && parts[1] == "\($0)" } ?? false) else {
            return nil
        }
        description = text
    }
}
