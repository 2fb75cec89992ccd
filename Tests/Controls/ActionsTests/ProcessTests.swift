import CSpawn
import Controls
import EventLoop
import ExtensionTestSupport
import Foundation
import Glibc
import LocalAPI
import MonotonicTime
import Testing

@testable import Actions

/// The program `holdfast-actions`, over its socket.
@PanelActor
@Suite(.timeLimit(.minutes(2)))
struct ProcessTests {
    private let folder: TestFolder
    private let program: Program

    init() throws {
        folder = try TestFolder()
        program = try Program(
            SpawnedProgram.built("holdfast-actions"), [],
            ["HOLDFAST_SOCKET": folder.path + "/panel", "STATE_DIRECTORY": folder.path + "/state"], errors: true)
        #expect(program.nextLine()?.hasPrefix("actions: 6 controls, at ") == true)
    }

    private func client() -> ExtensionClient { ExtensionClient(path: folder.path + "/extensions/actions") }

    @Test("E1 the program describes its kinds, all in its domain, with their parameters")
    func describes() async throws {
        let client = client()
        let parts = try await client.listed("Describe", NoParameters(), ExtensionInterface.Describe.Reply.self)
        let controls = parts.flatMap(\.controls)
        #expect(
            controls.map(\.kind)
                == ["command", "command-toggle", "value", "unit", "webhook", "capture"].map {
                    "io.holdfast.actions.\($0)"
                })
        #expect(
            controls.first?.parameters.map { "\($0.name): \($0.type?.rawValue ?? "")" }
                == ["arguments: list of text", "folder: text", "timeout_ms: integer"])
        #expect(
            controls.filter(\.wantsPushTokens).map(\.kind)
                == [CommandToggle.kind, ValueControl.kind, UnitToggle.kind])
        client.close()
        #expect(program.end() == 0)
    }

    @Test("a storm of performances leaves no descriptor, process or memory behind")
    func storm() async throws {
        let (perSecond, seconds) = (100, 3)
        try await perform(count: 40)
        let before = try await usage()
        let began = EventLoop.panel.now
        for second in 0..<seconds {
            try await perform(count: perSecond)
            // This is the greatest rate at which a panel could ask: a second per hundred.
            let next = began.advanced(by: .seconds(second + 1))
            await withCheckedContinuation { continuation in
                let timer = EventLoop.panel.makeTimer { continuation.resume() }
                timer.arm(at: next)
            }
        }
        let after = try await usage()
        #expect(after.descriptors <= before.descriptors)
        #expect(after.children <= before.children)
        #expect(after.memory < before.memory + 8_192)
        #expect(program.end() == 0)
    }

    @Test("C30 on a kernel that cannot block the network a capture is refused and a command runs")
    func networkOpen() async throws {
        let folder = try TestFolder()
        let program = try Program(
            SpawnedProgram.built("NetworkProbe"), ["refusing", SpawnedProgram.built("holdfast-actions")],
            ["HOLDFAST_SOCKET": folder.path + "/panel", "STATE_DIRECTORY": folder.path + "/state"], errors: true)
        #expect(program.nextLine()?.hasPrefix("actions: 6 controls, at ") == true)
        let client = ExtensionClient(path: folder.path + "/extensions/actions")
        func failure(_ kind: String, _ arguments: [String]) async throws -> String? {
            let configuration: [String: IntentValue] = ["arguments": .texts(arguments)]
            let reply = try await client.call(
                "Snapshot", SnapshotRequest(kind: kind, configuration: configuration),
                ExtensionInterface.Snapshot.Reply.self)
            let intent = try #require(reply.evaluation.intent)
            let request = PerformRequest(
                performance: UUID().uuidString, kind: kind, configuration: configuration, intent: intent.type,
                values: intent.values)
            return try await client.call("Perform", request, PerformReply.self).failure
        }
        #expect(
            try await failure(CaptureControl.kind, ["touch", folder.path + "/run"])
                == "'touch' is not run: the kernel cannot keep it from the network (Operation not permitted)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/run"))
        #expect(try await failure(CommandControl.kind, ["touch", folder.path + "/run"]) == nil)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/run"))
        client.close()
        #expect(program.end() == 0)
    }

    @Test("commands that run when the extension is killed are ended")
    func killed() async throws {
        let fifo = folder.path + "/begun"
        #expect(mkfifo(fifo, 0o600) == 0)
        let client = client()
        let script = "trap '' TERM; echo $$ > \(fifo); while :; do sleep 1; done"
        let (kind, configuration, intent) = try await command(["sh", "-c", script], client)
        client.begin(
            "Perform",
            PerformRequest(
                performance: "1", kind: kind, configuration: configuration, intent: intent.type, values: intent.values))
        let text = await contents(ofFIFO: fifo)
        let leader = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        let descriptor = holdfast_process_open(leader)
        program.end(SIGKILL)
        // The command ignores SIGTERM, so that its end takes the 2 s until SIGKILL.
        let ended = await waiting { () -> Int32 in
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 20_000)
        }
        #expect(ended == 1)
        close(descriptor)
        client.close()
    }

    // MARK: Asking

    private func command(
        _ arguments: [String], _ client: ExtensionClient
    ) async throws -> (kind: String, configuration: [String: IntentValue], intent: IntentReference) {
        let kind = CommandControl.kind
        let configuration: [String: IntentValue] = ["arguments": .texts(arguments)]
        let reply = try await client.call(
            "Snapshot", SnapshotRequest(kind: kind, configuration: configuration),
            ExtensionInterface.Snapshot.Reply.self)
        return (kind, configuration, try #require(reply.evaluation.intent))
    }

    private func perform(count: Int) async throws {
        let asking = client()
        let (kind, configuration, intent) = try await command(["true"], asking)
        asking.close()
        // A panel has a few simultaneous performances, each on its own connection.
        let lanes = 10
        let path = folder.path + "/extensions/actions"
        let tasks = (0..<lanes).map { _ in
            Task { @PanelActor in
                var failures: [String] = []
                for _ in 0..<(count / lanes) {
                    let client = ExtensionClient(path: path)
                    let request = PerformRequest(
                        performance: UUID().uuidString, kind: kind, configuration: configuration,
                        intent: intent.type, values: intent.values)
                    let reply = try await client.call("Perform", request, PerformReply.self)
                    client.close()
                    if let failure = reply.failure { failures.append(failure) }
                }
                return failures
            }
        }
        for task in tasks { #expect(try await task.value.isEmpty) }
    }

    /// The program's descriptors, child processes and memory (KiB), while the program serves one client.
    private func usage() async throws -> (descriptors: Int, children: Int, memory: Int) {
        let client = client()
        defer { client.close() }
        // With this answer, the program has also handled the ends of earlier connections.
        _ = try await client.listed("Describe", NoParameters(), ExtensionInterface.Describe.Reply.self)
        let path = "/proc/\(program.identifier)"
        let status = try String(contentsOfFile: "\(path)/status", encoding: .utf8)
        let memory = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }?.split(separator: " ").dropFirst()
            .first
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "\(path)/task")
        let children = try tasks.map {
            try String(contentsOfFile: "\(path)/task/\($0)/children", encoding: .utf8).split(separator: " ").count
        }
        return (
            try FileManager.default.contentsOfDirectory(atPath: "\(path)/fd").count, children.reduce(0, +),
            memory.flatMap { Int($0) } ?? 0
        )
    }
}
