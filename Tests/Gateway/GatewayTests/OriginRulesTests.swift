import HTTP
import Testing

@testable import Gateway

@Suite struct OriginRulesTests {
    private static let rules = OriginRules(origins: ["https://panel.local", "https://home.example:8443"])

    private func request(
        _ method: String = "GET", path: String = "/api/v1/controls", with headers: [String: String]
    ) -> HTTPRequest {
        HTTPRequest(method, path, headers: headers.map { HTTPRequest.Field($0.key, $0.value) })
    }

    @Test(
        "hosts of this machine and of the file's origins are served, and only by their own pages",
        arguments: [
            (["Host": "localhost:8080"], nil), (["Host": "127.0.0.1:8080"], nil), (["Host": "[::1]:8080"], nil),
            (["Host": "LOCALHOST"], nil), (["Host": "panel.local"], nil), (["Host": "home.example:8443"], nil),
            (["Host": "localhost:8080", "Origin": "http://localhost:8080"], nil),
            (["Host": "panel.local", "Origin": "https://panel.local"], nil),
            (["Host": "Panel.local:443", "Origin": "https://panel.local"], nil),
            (["Host": "localhost:8080", "Sec-Fetch-Site": "same-origin"], nil),
            (["Host": "localhost:8080", "Sec-Fetch-Site": "none"], nil),
            ([:], .misdirected), (["Host": ""], .misdirected), (["Host": "evil.example"], .misdirected),
            (["Host": "localhost.evil.example"], .misdirected), (["Host": "127.0.0.1.evil.example"], .misdirected),
            (["Host": "panel.local:8443"], .misdirected),
            (["Host": "home.example"], .misdirected), (["Host": "192.168.1.20:8080"], .misdirected),
            (["Host": "localhost:8080", "Origin": "null"], .foreignOrigin),
            (["Host": "localhost:8080", "Origin": "http://localhost:81"], .foreignOrigin),
            (["Host": "localhost:8080", "Origin": "https://localhost:8080"], .foreignOrigin),
            (["Host": "localhost:8080", "Origin": "https://panel.local"], .foreignOrigin),
            (["Host": "panel.local", "Origin": "http://panel.local"], .foreignOrigin),
            (["Host": "panel.local", "Origin": "https://home.example:8443"], .foreignOrigin),
            (["Host": "localhost:8080", "Sec-Fetch-Site": "cross-site"], .foreignOrigin),
            (["Host": "localhost:8080", "Sec-Fetch-Site": "same-site"], .foreignOrigin),
            (["Host": "localhost:8080", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], .foreignOrigin),
        ] as [([String: String], Problem.Kind?)])
    func serving(headers: [String: String], problem: Problem.Kind?) {
        #expect(Self.rules.problem(of: request(with: headers))?.kind == problem)
    }

    @Test("a person may follow a link of another site to the page, and no form of another site reaches anything")
    func links() {
        let link = ["Host": "localhost:8080", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
        #expect(Self.rules.problem(of: request(path: "/", with: link)) == nil)
        #expect(Self.rules.problem(of: request("POST", path: "/", with: link))?.kind == .foreignOrigin)
    }

    @Test(
        "attack: a header that decides for whom a request is answered comes once, or the request is refused",
        arguments: [
            "Host", "Authorization", "Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Content-Type", "X-Forwarded-Proto",
            "Last-Event-ID", "X-Holdfast-Board",
        ], ["same", "other"])
    func repeated(name: String, second: String) {
        var fields: [HTTPRequest.Field] = name == "Host" ? [] : [.init("Host", "localhost")]
        let value = name == "Host" ? "localhost" : "same"
        fields += [.init(name, value), .init(name.lowercased(), second == "same" ? value : second)]
        let problem = Self.rules.problem(of: HTTPRequest("GET", "/", headers: fields))
        #expect(problem?.kind == .invalidRequest && problem?.detail.contains("'\(name)'") == true)
    }

    @Test("headers that proxies repeat are taken")
    func lists() {
        let fields = ["10.0.0.1", "10.0.0.2"].map { HTTPRequest.Field("X-Forwarded-For", $0) }
        let request = HTTPRequest("GET", "/", headers: [.init("Host", "localhost")] + fields)
        #expect(Self.rules.problem(of: request) == nil)
    }

    @Test(
        "a client is the machine that connects, or the one that a proxy with an origin of the file names last",
        arguments: [
            ("127.0.0.1", ["Host": "localhost"], .local), ("127.0.0.66", ["Host": "localhost"], .local),
            ("::1", ["Host": "localhost"], .local), ("192.168.1.9", ["Host": "localhost"], .machine("192.168.1.9")),
            (
                "127.0.0.1", ["Host": "panel.local", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.168.1.9"],
                .machine("192.168.1.9")
            ),
            (
                "127.0.0.1",
                ["Host": "panel.local", "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1, fd00::2"],
                .machine("fd00:0:0:0::/64")
            ),
            ("127.0.0.1", ["Host": "panel.local", "X-Forwarded-Proto": "https"], .local),
            ("127.0.0.1", ["Host": "panel.local", "X-Forwarded-Proto": "https", "X-Forwarded-For": " , "], .local),
            ("127.0.0.1", ["Host": "localhost", "X-Forwarded-For": "192.168.1.9"], .local),
            ("127.0.0.1", ["Host": "panel.local", "X-Forwarded-For": "192.168.1.9"], .local),
            (
                "192.168.1.9", ["Host": "panel.local", "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1"],
                .machine("192.168.1.9")
            ),
        ] as [(String, [String: String], Client)])
    func clients(peer: String, headers: [String: String], client: Client) {
        var request = request(with: headers)
        request.peer = peer
        #expect(Self.rules.client(of: request) == client)
    }

    @Test(
        "attack: all addresses of a machine count together: an IPv6 network of 64 bits, in any spelling, and IPv4 in IPv6",
        arguments: [
            ("2001:db8:0:7::1", "2001:db8:0:7::/64"), ("2001:DB8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"),
            ("2001:0db8:0000:0007:0000:0000:0000:0002", "2001:db8:0:7::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
            ("::ffff:192.0.2.9", "192.0.2.9"), ("::FFFF:c000:0209", "192.0.2.9"), ("192.0.2.9", "192.0.2.9"),
            ("unknown", "unknown"),
        ])
    func networks(address: String, machine: String) {
        #expect(Client.machine(at: address) == .machine(machine))
        let headers = ["Host": "panel.local", "X-Forwarded-Proto": "https", "X-Forwarded-For": address]
        #expect(Self.rules.client(of: request(with: headers)) == .machine(machine))
        var direct = request(with: ["Host": "localhost"])
        direct.peer = address
        #expect(Self.rules.client(of: direct) == .machine(machine))
    }

    @Test(
        "PINs are accepted over loopback, and over TLS by a proxy whose origin the file lists",
        arguments: [
            (["Host": "localhost:8080"], true), (["Host": "127.0.0.1:8080"], true),
            (["Host": "panel.local", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.168.1.3"], true),
            (["Host": "panel.local:443", "X-Forwarded-Proto": "https"], true),
            (["Host": "panel.local", "X-Forwarded-Proto": "https, http"], false),
            (["Host": "localhost:8080", "X-Forwarded-Proto": "https"], false),
            (["Host": "localhost:8080", "X-Forwarded-For": "192.168.1.3"], false),
            (["Host": "localhost:8080", "Forwarded": "for=192.168.1.3"], false),
            (["Host": "localhost:8080", "Via": "1.1 proxy"], false),
            (["Host": "panel.local"], false), (["Host": "panel.local", "X-Forwarded-Proto": "http"], false),
        ])
    func pins(headers: [String: String], areAccepted: Bool) {
        let request = request("POST", with: headers)
        #expect(Self.rules.problem(of: request) == nil)
        #expect((Self.rules.pinObstacle(of: request) == nil) == areAccepted)
    }

    @Test("without encryption beyond this machine, numeric hosts are served, names are not, and no PIN is accepted")
    func insecure() {
        let rules = OriginRules(isInsecure: true)
        for host in ["192.168.1.20:8080", "[fe80::1]:8080", "localhost:8080"] {
            #expect(rules.problem(of: request(with: ["Host": host, "Origin": "http://\(host)"])) == nil)
            #expect(rules.pinObstacle(of: request(with: ["Host": host])) != nil)
        }
        // By a name that resolves to this machine, another site's page could use the panel.
        #expect(rules.problem(of: request(with: ["Host": "evil.example"]))?.kind == .misdirected)
    }
}
