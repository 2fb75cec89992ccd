import EventLoop
import Foundation
import Testing

@testable import FuzzTargets

@Suite("Fuzzers' inputs", .timeLimit(.minutes(5)))
@PanelActor
struct CorpusTests {
    private nonisolated static let fuzz = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzz")

    @Test("every input of the corpus passes its target's checks", arguments: FuzzTarget.allCases)
    func corpus(_ target: FuzzTarget) async throws {
        let files = try files(of: target, in: "corpus")
        #expect(files.count >= 12)
        await check(files, target)
    }

    @Test("every input that once failed passes its target's checks", arguments: [FuzzTarget.store, .yaml, .broker])
    func regressions(_ target: FuzzTarget) async throws {
        let files = try files(of: target, in: "regressions")
        #expect(!files.isEmpty)
        await check(files, target)
    }

    private func files(of target: FuzzTarget, in folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: Self.fuzz.appending(path: "\(folder)/\(target.rawValue)"), includingPropertiesForKeys: nil)
    }

    private func check(_ files: [URL], _ target: FuzzTarget) async {
        for file in files {
            do {
                try await target.check([UInt8](try Data(contentsOf: file)))
            } catch {
                Issue.record("\(file.path()): \(error)")
            }
        }
    }
}
