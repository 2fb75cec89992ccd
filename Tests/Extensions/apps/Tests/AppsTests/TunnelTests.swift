import AppIntents
import HoldfastTesting
import Testing

@testable import Tunnel

/// A VPN's toggle, whose kind has no dot.
struct TunnelTests {
    @Test("C3, C48 the toggle and a server's button share the defaults of the app group, also after a restart")
    func script() async throws {
        // In a test, UserDefaults are those of the test's process.
        TunnelSettings().reset()
        let outcome = try await AppScript(of: Tunnel.self).run()
        #expect(outcome.succeeded, "\(outcome.failures)")
        #expect(TunnelSettings().connectionCount == 3)
        TunnelSettings().reset()
    }

    @Test("C24 servers are chosen under their continents, the nearest first")
    func chooser() async throws {
        let sections = try await ServerOptions().results().sections
        #expect(sections.compactMap(\.title).map { String(localized: $0) } == ["Europe", "America", "Asia"])
        #expect(sections.map { $0.items.map(\.value) } == [["fra", "osl", "mad"], ["nyc", "gru"], ["nrt"]])
        #expect(sections[1].items[1].subtitle.map { String(localized: $0) } == "Brazil, 204 ms")
    }
}
