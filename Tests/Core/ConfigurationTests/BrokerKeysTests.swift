import Testing

@testable import Configuration

@Suite struct BrokerKeysTests {
    private static let head = "name: Test\ndomain: org.example.test\n"

    private func parse(_ text: String) throws -> BrokerDescription? {
        try PanelFile.parse(Array((Self.head + text).utf8), file: "panel.yaml").broker
    }

    private func problem(_ text: String) -> String {
        let error = #expect(throws: ConfigurationError.self) { try parse(text) }
        return error?.diagnostics.map(\.description).joined(separator: "\n") ?? ""
    }

    @Test("a broker's address is enough, and without the key there is none")
    func usual() throws {
        #expect(try parse("") == nil)
        let broker = try #require(try parse("mqtt: {broker: \"mqtt://localhost\"}\n"))
        #expect(broker.broker == BrokerAddress("mqtt://localhost:1883"))
        #expect(broker.topic == "holdfast" && broker.user == nil && broker.passwordFile == nil)
    }

    @Test("a broker has a user, a password, certificates and the beginning of its topics")
    func keys() throws {
        let text = """
            mqtt: {broker: "MQTTS://Broker.local", user: hall, password_file: secrets/mqtt, ca_file: /etc/ca.pem,
              certificate_file: own.pem, key_file: own.key, topic: house/panels}

            """
        let broker = try #require(try parse(text))
        #expect(broker.broker.isEncrypted && broker.broker.host == "Broker.local" && broker.broker.port == 8883)
        #expect(broker.user == "hall" && broker.passwordFile == "secrets/mqtt")
        #expect(broker.authoritiesFile == "/etc/ca.pem")
        #expect(broker.certificateFile == "own.pem" && broker.keyFile == "own.key" && broker.topic == "house/panels")
    }

    @Test(
        "an address has a scheme, a host and a port",
        arguments: [
            ("mqtt://10.0.0.7:1884", "mqtt://10.0.0.7:1884"), ("mqtt://[fe80::1]", "mqtt://[fe80::1]:1883"),
            ("mqtts://[::1]:8884", "mqtts://[::1]:8884"), ("localhost", nil), ("http://localhost", nil),
            ("mqtt://", nil), ("mqtt://:1883", nil), ("mqtt://a b", nil), ("mqtt://me@host", nil),
            ("mqtt://host/topic", nil), ("mqtt://host:0", nil), ("mqtt://host:65536", nil), ("mqtt://host:01", nil),
            ("mqtt://[host]", nil), ("mqtt://[::1", nil), ("mqtt://[::1]x", nil),
        ])
    func addresses(text: String, read: String?) {
        #expect(BrokerAddress(text)?.description == read)
    }

    @Test(
        "mistakes say what to write",
        arguments: [
            ("user: hall", "mqtt of the panel has no key 'broker'; add it: an address such as \"mqtt://localhost\""),
            (
                "broker: localhost",
                "broker: 'localhost' is not a broker's address; expected one such as \"mqtt://localhost\""
            ),
            ("broker: \"mqtt://b\", password_file: p", "password_file"),
            ("broker: \"mqtts://b\", key_file: k", "key_file"),
            ("broker: \"mqtt://b\", ca_file: ca", "ca_file: mqtt://b:1883 is a connection without TLS; write mqtts://"),
            ("broker: \"mqtt://b\", topic: house/#", "topic: 'house/#' cannot begin a topic"),
            ("broker: \"mqtt://b\", topic: /house", "topic: '/house' cannot begin a topic"),
            ("broker: \"mqtt://b\", topic: $SYS", "topic: '$SYS' cannot begin a topic"),
            ("broker: \"mqtt://b\", password: secret", "unknown key 'password'"),
        ])
    func mistakes(text: String, words: String) {
        #expect(problem("mqtt: {\(text)}\n").contains(words), "\(problem("mqtt: {\(text)}\n"))")
    }
}
