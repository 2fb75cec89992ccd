import Configuration
import EventLoop
import Foundation
import Logging
import MonotonicTime
import Panel
import Testing

@testable import holdfast

/// The panel's file while a panel runs.
@PanelActor
struct RunningFileTests {
    /// Does jobs at once, and counts them.
    private final class Jobs: JobQueue, @unchecked Sendable {
        private(set) var count = 0

        @PanelActor
        func perform<Value: Sendable>(
            _ work: @escaping @Sendable () -> Value, then completion: @escaping @PanelActor (Value) -> Void
        ) {
            count += 1
            completion(work())
        }

        @PanelActor
        func finish(within limit: Duration) -> Bool { true }
    }

    /// A test's changes and records while the daemon watches the file.
    @PanelActor
    private final class Record {
        var faults: [String] = []
        var isMissing = true
    }

    private static let good = "name: Test\ndomain: org.example.test\n"

    private let clock = VirtualScheduler()
    private let jobs = Jobs()
    private let folder: String
    private let file: RunningFile
    private let kept: LastGoodFile

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/running-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        kept = LastGoodFile(in: folder, of: folder + "/hall.yaml")
        file = RunningFile(
            folder + "/hall.yaml", keptAs: kept, scheduler: clock, worker: jobs,
            Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try save(Self.good)
    }

    private func save(_ text: String) throws {
        try text.write(toFile: folder + "/hall.yaml", atomically: true, encoding: .utf8)
        file.saved()
    }

    private func opened(_ text: String = good) throws -> OpenedPanelFile {
        let text = Array(text.utf8)
        return OpenedPanelFile(
            panel: try PanelFile.parse(text, file: folder + "/hall.yaml"), text: text, problem: nil)
    }

    private func end() {
        file.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func words(_ fault: PanelFault?) -> String { fault?.description ?? "none" }

    @Test("a saved file with an error is a fault after 1 s, without words of the file, until the file is mended")
    func saved() async throws {
        let record = Record()
        file.watch { _ throws(ConfigurationError) in
        } onChange: {
            record.faults.append(Self.words($0))
        }
        for _ in 0..<10 {
            try save(Self.good + "\nlights: {token: {secret: 12}}\n")
            await clock.advance(by: .milliseconds(100))
        }
        #expect(record.faults.isEmpty && jobs.count == 0, "an editor writes in several steps")
        await clock.advance(by: .seconds(1))
        #expect(record.faults.count == 1 && jobs.count == 1)
        #expect(record.faults.first?.hasPrefix("panel's file: \(folder)/hall.yaml cannot be used (") == true)
        #expect(record.faults.first?.contains("line 4") == true)
        #expect(record.faults.first?.contains("secret") == false && record.faults.first?.contains("token") == false)
        #expect(file.fault?.description == record.faults.first)
        try save(Self.good + "lights: {}\n")
        await clock.advance(by: .seconds(1))
        #expect(record.faults.last == "none" && file.fault == nil)
        end()
    }

    @Test("a file that is removed is a fault, and one that comes again ends the fault")
    func removed() async throws {
        file.watch { _ throws(ConfigurationError) in
        } onChange: { _ in
        }
        try FileManager.default.removeItem(atPath: folder + "/hall.yaml")
        file.saved()
        await clock.advance(by: .seconds(1))
        #expect(
            Self.words(file.fault).hasSuffix(
                "hall.yaml cannot be used; the panel runs the last good one; the journal shows why"))
        try save(Self.good)
        await clock.advance(by: .seconds(1))
        #expect(file.fault == nil)
        end()
    }

    @Test("a file whose lines the board does not have is a fault, too")
    func lines() async throws {
        let error = ConfigurationError(diagnostics: [
            Diagnostic(
                severity: .error, position: SourcePosition(file: "hall.yaml", line: 3, column: 1), message: "no line")
        ])
        let record = Record()
        file.watch { _ throws(ConfigurationError) in
            if record.isMissing { throw error }
        } onChange: { _ in
        }
        try save(Self.good)
        await clock.advance(by: .seconds(1))
        #expect(
            Self.words(file.fault).hasSuffix(
                "cannot be used (an error in line 3); the panel runs the last good one, and its next start would fail; the "
                    + "journal shows why"))
        record.isMissing = false
        try save(Self.good + "# mended\n")
        await clock.advance(by: .seconds(1))
        #expect(file.fault == nil)
        end()
    }

    @Test("a text that a reload has refused over a busy line stays a fault as it is saved again")
    func refused() async throws {
        file.watch { _ throws(ConfigurationError) in
        } onChange: { _ in
        }
        let error = ConfigurationError(diagnostics: [
            Diagnostic(
                severity: .error, position: SourcePosition(file: "hall.yaml", line: 3, column: 1), message: "busy")
        ])
        file.refuse(Array(Self.good.utf8), error)
        try save(Self.good)
        await clock.advance(by: .seconds(1))
        #expect(file.fault?.part == .file)
        file.starts(try opened())
        #expect(file.fault == nil)
        end()
    }

    @Test("a file that is mended while the panel runs the last good text stays a fault until a reload")
    func mended() async throws {
        file.watch { _ throws(ConfigurationError) in
        } onChange: { _ in
        }
        file.runs(try opened())
        let last = try #require(kept.opened(because: ConfigurationError(diagnostics: [])))
        file.starts(last)
        file.runs(last)
        // A reload that fails over a busy line leaves the last good text running.
        file.starts(try opened(Self.good + "# busy\n"))
        file.refuse(Array((Self.good + "# busy\n").utf8), ConfigurationError(diagnostics: []))
        try save(Self.good + "# mended\n")
        await clock.advance(by: .seconds(1))
        #expect(
            Self.words(file.fault).hasSuffix("is fixed, but the panel still runs the last good one; reload the panel"))
        file.starts(try opened(Self.good + "# mended\n"))
        #expect(file.fault == nil)
        end()
    }

    @Test("the text of a panel that has started is kept, and the last good text is not kept anew")
    func keeping() throws {
        file.starts(try opened())
        #expect(kept.text() == nil)
        file.runs(try opened())
        #expect(kept.text() == Array(Self.good.utf8))
        let error = ConfigurationError(diagnostics: [])
        let last = try #require(kept.opened(because: error))
        file.starts(last)
        #expect(file.fault?.part == .file)
        let count = jobs.count
        file.runs(last)
        #expect(jobs.count == count)
        end()
    }

    @Test(
        "a copy that cannot be written is a fault until it can; without a state directory the fault says what follows")
    func unwritable() throws {
        let record = Record()
        file.watch { _ throws(ConfigurationError) in
        } onChange: {
            record.faults.append(Self.words($0))
        }
        // The kernel refuses to replace a folder by a file, for root too.
        try FileManager.default.createDirectory(atPath: kept.path, withIntermediateDirectories: true)
        file.runs(try opened())
        #expect(record.faults.count == 1)
        #expect(record.faults[0].hasPrefix("panel's file: \(kept.path) cannot be written (rename: "))
        try FileManager.default.removeItem(atPath: kept.path)
        file.runs(try opened())
        #expect(record.faults.last == "none" && kept.text() == Array(Self.good.utf8))
        end()
        let bare = RunningFile(
            folder + "/hall.yaml", keptAs: nil, scheduler: clock, worker: jobs,
            Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        bare.refuse(Array("name: [".utf8), ConfigurationError(diagnostics: []))
        #expect(
            Self.words(bare.fault).hasSuffix(
                "cannot be used; the panel runs the last good one, and its next start would fail; holdfast check \(folder)/hall.yaml and the journal show why"
            ))
    }
}
