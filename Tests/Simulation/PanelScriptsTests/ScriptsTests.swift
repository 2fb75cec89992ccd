import EventLoop
import Foundation
import Testing

/// Scripts as tests of their expectations and of their transcripts, byte for byte.
///
/// To change a transcript, `HOLDFAST_ACCEPT=1 swift test --filter ScriptsTests` writes the new ones.
@Suite(.serialized)
struct ScriptsTests {
    private static let accepts = ProcessInfo.processInfo.environment["HOLDFAST_ACCEPT"] == "1"

    @Test("the folder of scripts is not empty")
    func scriptsAreFound() {
        #expect(Fixtures.names(in: Fixtures.scripts).count > 20)
        #expect(Fixtures.names(in: Fixtures.examples).contains("day"))
    }

    @Test(
        "a script meets its expectations, gives the same transcript twice, and leaves no line or timer",
        arguments: Fixtures.names(in: Fixtures.scripts))
    func script(name: String) async throws {
        let path = Fixtures.scripts.appending(path: name + ".panel").path
        let played = try await PlayedScript.play(path: path)
        #expect(played.failures.isEmpty)
        #expect(played.expectations > 0)
        expectNothingLeft(played)
        #expect(try await PlayedScript.play(path: path) == played)

        let transcript = played.transcript.map { $0 + "\n" }.joined()
        let golden = Fixtures.scripts.appending(path: name + ".transcript")
        if Self.accepts {
            try Data(transcript.utf8).write(to: golden)
        } else {
            #expect(try String(contentsOf: golden, encoding: .utf8) == transcript)
        }
    }

    @Test("every transcript belongs to a script")
    func noTranscriptIsLeft() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Fixtures.scripts.path)
        let transcripts = files.filter { $0.hasSuffix(".transcript") }.map { String($0.dropLast(11)) }.sorted()
        #expect(transcripts == Fixtures.names(in: Fixtures.scripts))
    }

    @Test("the example scripts meet their expectations", arguments: Fixtures.names(in: Fixtures.examples))
    func example(name: String) async throws {
        let path = Fixtures.examples.appending(path: name + ".panel").path
        let played = try await PlayedScript.play(path: path)
        #expect(played.failures.isEmpty)
        #expect(played.expectations > 0)
        expectNothingLeft(played)
        #expect(try await PlayedScript.play(path: path) == played)
    }

    @Test("a hold performs once, whatever the bounce", arguments: [0, 50, 100, 150])
    func bounce(firstSeed: Int) async throws {
        let panel = try Fixtures.panel()
        for seed in firstSeed..<firstSeed + 50 {
            let played = try await PlayedScript.play(
                """
                seed \(seed)
                0ms    hold plain for 600ms
                +20ms  expect performed lamp 1
                +1s    tap plain
                +20ms  expect hint "Hold to Turn Off 'Lamp'"
                +0     tap many
                +50ms  tap many
                +1s    expect performed focus 1
                +0     expect performed lamp 0
                """, on: panel)
            #expect(played.failures.isEmpty, "seed \(seed)")
            expectNothingLeft(played)
        }
    }

    @Test("scripts leave no descriptor open")
    func descriptors() async throws {
        let path = Fixtures.scripts.appending(path: "unplug.panel").path
        let before = try openPipes()
        for _ in 0..<30 { _ = try await PlayedScript.play(path: path) }
        // Each run opens a pipe for each of seven buttons, several times. Other tests open some at the same time.
        #expect(try openPipes() - before < 30)
    }

    private func openPipes() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            .count { $0.hasPrefix("pipe:") }
    }

    private func expectNothingLeft(_ played: PlayedScript) {
        #expect(played.heldRequests == 0)
        #expect(played.armedUntil == nil)
    }
}
