import HoldfastTesting
import Testing

@testable import Brew

/// Timers with live activities.
struct BrewTests {
    @Test("C29, C41, C48 each tea has its timer and its activity, and draws on over a restart")
    func script() async throws {
        let outcome = try await AppScript(of: Brew.self).run()
        #expect(outcome.succeeded, "\(outcome.failures)")
    }
}
