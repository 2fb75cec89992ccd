import EventLoop
import Glibc
import Testing

@Suite struct ListenAddressTests {
    @Test(
        "an address is a numeric host with a port, and is printed as it is written",
        arguments: [
            "127.0.0.1:8080", "0.0.0.0:0", "192.168.1.20:65535", "[::1]:8080", "[::]:80", "[fe80::1]:80",
        ])
    func good(text: String) {
        #expect(ListenAddress(text)?.description == text)
    }

    @Test(
        "a name, a port that is missing or out of range, and an IPv6 address without brackets are no address",
        arguments: [
            "", "8080", "localhost:8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80",
            "[::1]",
            "[127.0.0.1]:80", "127.0.0.256:80", "1.2.3:80", "[::1:80", "127.0.0.1:80 ",
        ])
    func bad(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(
        "127.0.0.0/8 and ::1 are loopback, and no other address is",
        arguments: [
            ("127.0.0.1:1", true), ("127.255.3.4:1", true), ("[::1]:1", true), ("0.0.0.0:1", false),
            ("128.0.0.1:1", false),
            ("[::]:1", false), ("[::ffff:127.0.0.1]:1", false), ("192.168.1.1:1", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(ListenAddress(text)).isLoopback == isLoopback)
    }

    @Test("a connection is accepted while a program listens, and refused afterwards", arguments: ["127.0.0.1", "::1"])
    func connection(host: String) throws {
        guard let (socket, address) = try? ListenAddress(host: host, port: 0).listen() else {
            // A machine may have no IPv6.
            #expect(host == "::1")
            return
        }
        try withExtendedLifetime(socket) { try address.tryConnection(within: 5) }
    }

    @Test("a connection to an address at which no program listens fails with the reason")
    func refusedConnection() throws {
        let address = try ListenAddress(host: "127.0.0.1", port: 0).listen().address
        do throws(ListenError) {
            try address.tryConnection(within: 5)
            Issue.record("a closed socket accepts connections")
        } catch {
            #expect(error == .system(address, call: "connect", code: ECONNREFUSED))
        }
    }
}
