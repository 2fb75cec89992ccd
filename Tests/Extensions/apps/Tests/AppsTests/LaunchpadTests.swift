import AppIntents
import HoldfastTesting
import Testing

@testable import Launchpad

/// A launcher of pages.
struct LaunchpadTests {
    @Test("C22, C48 pages open by their URLs, and the last of them opens again after a restart")
    func script() async throws {
        let outcome = try await AppScript(of: Launchpad.self).run()
        #expect(outcome.succeeded, "\(outcome.failures)")
    }

    @Test("C24 pages are chosen under their shelves, and found by a part of their names")
    func chooser() async throws {
        let query = DestinationQuery()
        let sections = try await query.suggestedEntities().sections
        #expect(sections.compactMap(\.title).map { String(localized: $0) } == ["House", "Town"])
        #expect(try await query.entities(matching: "EAT").items.map(\.id) == ["heating", "weather"])
        #expect(try await query.entities(for: ["trains", "gone"]).map(\.name) == ["Trains"])
    }
}
