import HoldfastTesting
import Testing

@testable import ProductivityTimer

/// The panel of this example, its script, and what happens, line for line.
///
/// Where the transcript is to change, `HOLDFAST_ACCEPT=1 swift test` keeps the new one.
@Test func timer() async throws {
    let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/ProductivityTimer"
    let harness = PanelHarness(hosting: ["focus": ProductivityTimer.self], in: folder)
    let outcome = try await harness.run(script: "timer.panel")
    #expect(outcome.failures.isEmpty)
    #expect(try outcome.difference(from: "timer.transcript") == nil)
}
