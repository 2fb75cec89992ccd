import AppIntents
import HoldfastTesting
import Testing

@testable import Hearth

/// A home's lights and covers.
struct HearthTests {
    @Test("A2, C42, C48 lights switch, the garage door waits for a PIN, and the home is the same after a restart")
    func script() async throws {
        let outcome = try await AppScript(of: Hearth.self).run()
        #expect(outcome.succeeded, "\(outcome.failures)")
    }

    @Test("C24 lights are chosen under their rooms, and a room without lights has no heading")
    func chooser() {
        let sections = LightQuery.collection(of: Home.initial.lights).sections
        #expect(sections.compactMap(\.title).map { String(localized: $0) } == ["Kitchen", "Living Room"])
        #expect(sections.map { $0.items.map(\.value.name) } == [["Table", "Counter"], ["Sofa"]])
    }
}
