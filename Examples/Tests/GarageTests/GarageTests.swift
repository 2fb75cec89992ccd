import HoldfastTesting
import Testing

@testable import Garage

/// The panel of this example, its script, and what happens, line for line.
///
/// Where the transcript is to change, `HOLDFAST_ACCEPT=1 swift test` keeps the new one.
@Test func garage() async throws {
    let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Garage"
    let harness = PanelHarness(hosting: ["garage": Garage.self], in: folder)
    let outcome = try await harness.run(script: "garage.panel")
    #expect(outcome.failures.isEmpty)
    #expect(try outcome.difference(from: "garage.transcript") == nil)
}
