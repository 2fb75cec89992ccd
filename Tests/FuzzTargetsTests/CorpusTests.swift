import EventLoop
import Foundation
import Testing

@testable import FuzzTargets

@Suite("Fuzzers' inputs", .timeLimit(.minutes(5)))
@PanelActor
struct CorpusTests {
    @Test(
        "every input of the corpus passes its target's checks", arguments: FuzzTarget.allCases.filter { $0 != .broker })
    func corpus(_ target: FuzzTarget) async throws {
        try await check(target, "corpus", atLeast: 12)
    }

    @Test("every input that once failed passes its target's checks", arguments: [FuzzTarget.store, .yaml])
    func regressions(_ target: FuzzTarget) async throws {
        try await check(target, "regressions", atLeast: 1)
    }
}

/// The gateway's part. It opens ports, as no part of the core may.
@Suite("Fuzzers' inputs for the gateway", .timeLimit(.minutes(5)))
@PanelActor
struct GatewayCorpusTests {
    @Test(
        "every input of a broker, and every one that once failed, passes the checks",
        arguments: ["corpus", "regressions"])
    func broker(_ folder: String) async throws {
        try await check(.broker, folder, atLeast: 3)
    }
}

@PanelActor
private func check(_ target: FuzzTarget, _ folder: String, atLeast count: Int) async throws {
    let fuzz = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz")
    let files = try FileManager.default.contentsOfDirectory(
        at: fuzz.appending(path: "\(folder)/\(target.rawValue)"), includingPropertiesForKeys: nil)
    #expect(files.count >= count)
    for file in files {
        do {
            try await target.check([UInt8](try Data(contentsOf: file)))
        } catch {
            Issue.record("\(file.path()): \(error)")
        }
    }
}
