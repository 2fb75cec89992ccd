import Commands
import ControlExtension
import Controls
import EventLoop
import ExtensionTestSupport
import Foundation
import Glibc
import LocalAPI
import Synchronization
import Testing

@testable import SampleExtension

/// Intents that capture. Each runs in a new process of the sample extension's program (C30).
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct CapturingTests {
    private let sample: Sample
    private let journal = Lines()

    init() throws {
        sample = try Self.sample(journal: journal)
    }

    private static func sample(
        program: String = "SampleExtension", timeLimit: Duration = .seconds(100), journal: Lines
    ) throws -> Sample {
        try Sample(
            capturing: { folder in
                CapturingProgram(
                    name: "sample", displayName: "Sample", program: SpawnedProgram.built(program),
                    environment: [
                        "STATE_DIRECTORY": folder.path, "HOLDFAST_SOCKET": folder.path + "/panel",
                        "NOTIFY_SOCKET": "none",
                    ].merging(ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { $1 },
                    timeLimit: timeLimit, journal: journal.add)
            })
    }

    private func perform(
        _ way: CaptureWay = .well, in sample: Sample? = nil, kind: String? = Camera.kind,
        intent: String = "TakePicture",
        answers: [String: IntentValue] = [:]
    ) async throws -> PerformReply {
        try await (sample ?? self.sample).service.perform(
            PerformRequest(
                performance: UUID().uuidString, kind: kind, intent: intent, values: ["way": .string(way.rawValue)],
                answers: answers))
    }

    private var folder: String { sample.folder.path + "/captures" }

    private func captures() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test("C30 a capture intent performs in its own process without network, and its control is evaluated in this one")
    func captured() async throws {
        let reply = try await perform()
        #expect(reply.failure == nil)
        #expect(reply.evaluation?.control.title == "1 captured")
        #expect(reply.dialog == "Picture taken")
        #expect(reply.value == nil, "C31 a value could be what was captured")
        let file = try #require(try captures().first)
        let words = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: " ")
        #expect(words.count == 4)
        #expect(words[2] != "\(getpid())" && file == "nobody-\(words[2])")
        #expect(words[3] == "\(EAFNOSUPPORT)")
        #expect(journal.all == ["sample: {} click"])
        var status = stat()
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(stat("\(folder)/\(file)", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("C30 a capture intent that is run by name, or by its persistent name, performs in its own process")
    func byName() async throws {
        let shown = try await perform(kind: nil)
        #expect(shown.failure == nil && shown.evaluation == nil)
        let full = "TakePicture#\(try #require(_mangledTypeName(TakePicture.self)))"
        #expect(try await perform(intent: full).evaluation?.control.title == "2 captured")
        #expect(try captures().count == 2)
    }

    @Test("C24 a capture intent can ask for a value, and performs again with the answer")
    func asking() async throws {
        let reply = try await perform(.asking)
        #expect(reply.request?.parameter == "subject" && reply.request?.dialog == "Of what?")
        #expect(reply.evaluation?.control.title == "0 captured")
        #expect(try await perform(.asking, answers: ["subject": .string("cat")]).failure == nil)
        let file = try #require(try captures().first)
        #expect(try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).hasPrefix("nobody cat "))
    }

    @Test("C30 a capture intent cannot reach the panel", arguments: [CaptureWay.confirming, .reloading])
    func alone(way: CaptureWay) async throws {
        let reply = try await perform(way)
        #expect(reply.failure == "an intent that captures cannot ask the panel")
        #expect(sample.connection.requests == [])
        #expect(try captures() == [])
    }

    @Test(
        "C30 E2 a capture intent that fails, crashes or ends silently is a failure without further effects",
        arguments: [
            (CaptureWay.failing, "It is too dark"), (.crashing, "killed by SIGABRT"),
            (.leaving, "the process that captures has ended without an answer"),
        ])
    func failing(way: CaptureWay, failure: String) async throws {
        let reply = try await perform(way)
        #expect(reply.failure == failure)
        #expect(reply.evaluation?.control.title == "0 captured" && reply.evaluation?.control.failure == failure)
        #expect(try await perform().failure == nil)
    }

    @Test("C26 C30 a capture intent that exceeds its time is ended")
    func tooLong() async throws {
        let slow = try Self.sample(timeLimit: .milliseconds(500), journal: journal)
        // A FIFO without a reader blocks its writer.
        #expect(mkfifo(try slow.context.container.captures + "/begun", 0o600) == 0)
        #expect(try await perform(.hanging, in: slow).failure == "took over 500 ms")
    }

    @Test("C30 a program that is no extension has captured nothing, whatever it prints")
    func notAnExtension() async throws {
        let other = try Self.sample(program: "NetworkProbe", journal: journal)
        #expect(try await perform(in: other).failure == "exit status 64: there is no call '--capture'")
    }

    // MARK: The app's context

    @Test("C30 a capture intent finds the context that other code of the program has set")
    func context() async throws {
        try await ExtensionContext.$hosted.withValue(sample.context) {
            #expect(try await TakePicture.appContext == nil)
            try await TakePicture.updateAppContext(.init(name: "Ada"))
            #expect(try await TakePicture.appContext?.name == "Ada")
        }
        #expect(try await perform().failure == nil)
        #expect(try captures().first?.hasPrefix("Ada-") == true)
        try await ExtensionContext.$hosted.withValue(sample.context) {
            try await TakePicture.updateAppContext(nil)
            #expect(try await TakePicture.appContext == nil)
        }
    }

    @Test("a context has at most 4 kB, and a larger one leaves the earlier context")
    func longContext() async throws {
        try await ExtensionContext.$hosted.withValue(sample.context) {
            // The JSON is {"name":"…"}.
            let longest = String(repeating: "x", count: 4_096 - 11)
            try await TakePicture.updateAppContext(.init(name: longest))
            await #expect(
                throws: SharedContainerError.tooLong(key: "holdfast.app-contexts", count: 4_097, limit: 4_096)
            ) { try await TakePicture.updateAppContext(.init(name: longest + "x")) }
            #expect(try await TakePicture.appContext?.name == longest)
        }
    }
}

/// The lines of a journal.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
