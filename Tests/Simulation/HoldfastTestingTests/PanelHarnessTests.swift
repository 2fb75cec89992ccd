import EventLoop
import HoldfastTesting
import PanelScripts
import Testing

@testable import SampleExtension

/// Panel scripts with bundles hosted in the test's process.
struct PanelHarnessTests {
    private func harness() -> PanelHarness {
        PanelHarness(hosting: ["sample": SampleExtension.self], in: folder)
    }

    private var folder: String { #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Panels" }

    @Test("a bundle's control is held, crashes and returns, with the same transcript twice")
    func lamp() async throws {
        let outcome = try await harness().run(script: "lamp.panel")
        #expect(outcome.failures.isEmpty)
        #expect(outcome.succeeded)
        #expect(try await harness().run(script: "lamp.panel").transcript == outcome.transcript)
    }

    @Test(
        "P4, C41 a bundle's controls are placed by hand, each with its own configuration, and survive a restart"
    )
    func placed() async throws {
        let outcome = try await harness().run(script: "placed.panel")
        #expect(outcome.failures.isEmpty, "\(outcome.transcript)")
        #expect(
            outcome.transcript.contains(
                "refused: no control 'org.example.sample.rom'; did you mean 'org.example.sample.room'?"))
    }

    @Test("a failed expectation is a failure with its line")
    func failure() async throws {
        let outcome = try await harness().run(script: "bell.panel")
        #expect(!outcome.succeeded)
        #expect(outcome.failures.map(\.place.line) == [5])
        #expect(outcome.transcript.contains("FAILED"))
    }

    @Test("a bundle for an unknown extension of the panel is refused")
    func unknownExtension() async {
        let harness = PanelHarness(hosting: ["simple": SampleExtension.self], in: folder)
        await #expect(throws: HarnessError.unknownExtension(name: "simple", known: ["sample"])) {
            try await harness.run(script: "bell.panel")
        }
    }

    @Test("a missing script is an error")
    func noScript() async {
        await #expect(throws: ScriptError.self) { try await harness().run(script: "none.panel") }
    }

    @Test("a difference from a stored transcript is reported with its first line")
    func difference() async throws {
        let outcome = try await harness().run(script: "bell.panel")
        let difference = try outcome.difference(from: "bell.panel")
        #expect(difference?.hasPrefix("line 1: kept \"panel panel.yaml\"") == true)
        let missing = #expect(throws: HarnessError.self) { try outcome.difference(from: "/nowhere/none.transcript") }
        #expect(
            missing?.description
                == "/nowhere/none.transcript does not exist; 'HOLDFAST_ACCEPT=1 swift test' writes it")
        let folder = #expect(throws: HarnessError.self) { try outcome.difference(from: "/tmp") }
        #expect(folder?.description.hasPrefix("/tmp: ") == true)
        #expect(folder?.description.contains("Error Domain") == false)
    }
}
