import EventLoop
import Testing

@testable import Configuration

@Suite struct GatewayKeysTests {
    private static let head = "name: Test\ndomain: org.example.test\n"

    private func parse(_ text: String) throws -> GatewayDescription {
        try PanelFile.parse(Array((Self.head + text).utf8), file: "panel.yaml").gateway
    }

    private func problem(_ text: String) -> String {
        let error = #expect(throws: ConfigurationError.self) { try parse(text) }
        return error?.diagnostics.map(\.description).joined(separator: "\n") ?? ""
    }

    @Test("without the key the gateway listens at 127.0.0.1:8080, for this machine alone")
    func usual() throws {
        #expect(try parse("") == .usual)
        #expect(GatewayDescription.usual.listen.description == "127.0.0.1:8080")
        #expect(GatewayDescription.usual.listen.isLoopback && !GatewayDescription.usual.isInsecure)
    }

    @Test("the keys of a gateway are its address, its origins in lower case, and whether it is insecure")
    func keys() throws {
        let gateway = try parse(
            "gateway: {listen: \"[::1]:9000\", origins: [\"https://Panel.local\", \"https://home.example:8443\"]}\n")
        #expect(gateway.listen == ListenAddress(host: "::1", port: 9000))
        #expect(gateway.origins.map(\.description) == ["https://panel.local", "https://home.example:8443"])
        #expect(try parse("gateway: {listen: \"0.0.0.0:80\", insecure_lan: true}\n").isInsecure)
    }

    @Test("an address that other machines reach is an error without insecure_lan")
    func exposed() {
        let expected = """
            panel.yaml:3:11: error: listen: other machines reach 0.0.0.0:80 without encryption; listen at 127.0.0.1 behind a \
            proxy with HTTPS, or add insecure_lan: true, and the page accepts no PINs
            """
        #expect(problem("gateway: {listen: \"0.0.0.0:80\"}\n") == expected)
        #expect(problem("gateway: {listen: \"0.0.0.0:80\", insecure_lan: false}\n") == expected)
    }

    @Test(
        "an address without a port, a name, and an origin by HTTP, with a path or a user are errors that say what is expected",
        arguments: [
            ("listen: 8080", "listen: expected an address and a port"),
            (
                "listen: localhost:80",
                "listen: 'localhost:80' is not a numeric address with a port; expected one such as"
            ),
            ("listen: 127.0.0.1", "listen: '127.0.0.1' is not a numeric address"),
            ("origins: [\"http://panel.local\"]", "'http://panel.local' is not an HTTPS origin; expected one such as"),
            ("origins: [\"https://panel.local/\"]", "is not an HTTPS origin"),
            ("origins: [\"https://me@panel.local\"]", "is not an HTTPS origin"),
            ("origins: [\"https://panel.local:443\"]", "is not an HTTPS origin"),
            ("origins: [\"https://panel.local:0\"]", "is not an HTTPS origin"),
            ("origins: [\"https://\"]", "is not an HTTPS origin"),
            ("origins: https://panel.local", "origins: expected a list such as"),
            ("insecure_lan: yes", "insecure_lan: expected true or false"),
            ("port: 80", "unknown key 'port'"),
        ])
    func mistakes(text: String, words: String) {
        #expect(problem("gateway: {\(text)}\n").contains(words), "\(problem("gateway: {\(text)}\n"))")
    }
}
