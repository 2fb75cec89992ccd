import EventLoop
import HTTP

/// Which hosts and origins the gateway serves, and from where it accepts PINs.
///
/// A page of another site must not reach the panel through a viewer's browser. The `Host` of a request is the name in the
/// browser's address bar: a foreign name that resolves to this machine (DNS rebinding) is refused. `Origin` and
/// `Sec-Fetch-Site` name the page that sends the request (RFC 6454; W3C Fetch Metadata).
struct OriginRules: Sendable, Hashable {
    /// The origins of the panel's file by which a proxy on this machine serves the page, as `https://panel.local`.
    var origins: [String] = []
    /// Whether the gateway serves plain HTTP to other machines (`insecure_lan`).
    var isInsecure = false

    /// Why the request is refused; `nil` if it is served.
    func problem(of request: HTTPRequest) -> Problem? {
        if let name = request.repeatedHeader {
            return Problem(.invalidRequest, "the header '\(name)' is sent more than once; send it once")
        }
        guard let host = request.header("Host"), serves(host) else {
            let known = (["localhost"] + origins).joined(separator: ", ")
            return Problem(
                .misdirected,
                "the gateway does not serve this host; it serves \(known); add the host to 'origins' of the panel's file"
            )
        }
        let isForeign = request.header("Origin").map { !isOwn($0, host) } ?? request.has("Origin")
        let site = request.header("Sec-Fetch-Site") ?? "none"
        guard !isForeign, site == "none" || site == "same-origin" || request.isNavigation else {
            return Problem(.foreignOrigin, "pages of other sites may not use the panel")
        }
        return nil
    }

    /// Why the request may not carry a PIN; `nil` if it may: over loopback, or over TLS by a proxy on this machine.
    func pinObstacle(of request: HTTPRequest) -> String? {
        let host = request.header("Host") ?? ""
        if isInsecure { return "this page is served without encryption; serve it by HTTPS to use a PIN" }
        if comesByProxy(request) { return nil }
        if Self.isLoopback(host) {
            guard request.isForwarded else { return nil }
            return "a proxy forwards this page, and its origin is not listed in 'origins' of the panel's file"
        }
        return "this page is served without encryption; open it by https"
    }

    /// Whether a proxy on this machine forwards the request, which came to it over TLS under an origin of the file.
    func comesByProxy(_ request: HTTPRequest) -> Bool {
        isListed(request.header("Host") ?? "") && request.header("X-Forwarded-Proto") == "https"
    }

    private func serves(_ host: String) -> Bool {
        Self.isLoopback(host) || isListed(host) || (isInsecure && Self.isAddress(host))
    }

    private func isListed(_ host: String) -> Bool {
        origins.contains { Self.authority(of: $0) == Self.usual(host) }
    }

    private func isOwn(_ origin: String, _ host: String) -> Bool {
        if origins.contains(where: { $0 == origin.lowercased() }) {
            return Self.authority(of: origin.lowercased()) == Self.usual(host)
        }
        return (Self.isLoopback(host) || isInsecure) && origin.lowercased() == "http://\(host.lowercased())"
    }

    private static func authority(of origin: String) -> Substring {
        origin.split(separator: "://", maxSplits: 1).last ?? ""
    }

    /// The host of an HTTPS request as origins have it: in lower case, and without the port if it is 443. Some programs
    /// name this port, and a proxy passes it on.
    private static func usual(_ host: String) -> Substring {
        let host = host.lowercased()
        return host.hasSuffix(":443") ? host.dropLast(4) : host[...]
    }

    /// The name of a host without its port.
    private static func name(of host: String) -> Substring {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return host[...end] }
        return host[..<(host.utf8.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex)]
    }

    static func isLoopback(_ host: String) -> Bool {
        let name = name(of: host).lowercased()
        // The usual names come first: a numeric address costs more than the rest of a request's checks.
        return ["localhost", "127.0.0.1", "[::1]"].contains(name) || ListenAddress("\(name):1")?.isLoopback == true
    }

    /// Whether the host is a numeric address. DNS rebinding needs a name.
    private static func isAddress(_ host: String) -> Bool { ListenAddress("\(name(of: host)):1") != nil }
}

extension HTTPRequest {
    /// Whether a proxy says that it forwards the request.
    var isForwarded: Bool {
        ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Via"].contains {
            has($0)
        }
    }

    /// Whether a person opens the address, or follows a link to it.
    fileprivate var isNavigation: Bool {
        (method == "GET" || method == "HEAD") && header("Sec-Fetch-Mode") == "navigate" && !path.hasPrefix("/api/")
    }

    /// The first header that comes more than once, of those that decide for whom and how a request is answered. A proxy could
    /// take one of the values, and the gateway another (RFC 9110, 5.3 and 7.2).
    fileprivate var repeatedHeader: String? {
        [
            "Host", "Authorization", "Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Content-Type", "X-Forwarded-Proto",
            "Last-Event-ID", BoardRoutes.keyHeader,
        ].first { name in headers.count { $0.isNamed(name) } > 1 }
    }

    func has(_ name: String) -> Bool { headers.contains { $0.isNamed(name) } }
}
