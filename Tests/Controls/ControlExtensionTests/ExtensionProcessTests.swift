import CSpawn
import Controls
import EventLoop
import ExtensionTestSupport
import Foundation
import Glibc
import LocalAPI
import Testing

/// The program of a bundle, over its socket.
@PanelActor
struct ExtensionProcessTests {
    nonisolated private static let lamp = "org.example.sample.lamp"
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private var socket: String { folder.path + "/extensions/sample-extension" }

    /// - Parameter variant: A variable that changes the program's controls.
    private func start(
        _ arguments: String..., listening: Int32? = nil, variant: String? = nil
    ) throws -> ExtensionProcess {
        let state = folder.path + "/state"
        var environment = ["HOLDFAST_SOCKET": folder.path + "/panel", "STATE_DIRECTORY": state, "HOME": state]
        if let variant { environment[variant] = "1" }
        return try ExtensionProcess(arguments, environment: environment, listening: listening)
    }

    /// Starts the program, and returns when it listens.
    private func serve(listening: Int32? = nil, variant: String? = nil) throws -> ExtensionProcess {
        let process = try start(listening: listening, variant: variant)
        _ = try #require(try process.nextErrorLine())
        _ = try #require(try process.nextErrorLine())
        return process
    }

    @Test("an extension's printed output appears line by line, also before a crash")
    func printed() throws {
        let process = try ExtensionProcess([], environment: ["SAMPLE_CRASH": "1"])
        let outcome = try process.end()
        #expect(outcome.status == -SIGABRT)
        #expect(outcome.output == "about to open the door\nthe door does not answer\n")
    }

    // MARK: Serving

    @Test("E1 an extension describes, evaluates and performs its controls over its socket")
    func serves() async throws {
        let process = try serve()
        let client = ExtensionClient(path: socket)
        let parts = try await client.listed("Describe", NoParameters(), ExtensionInterface.Describe.Reply.self)
        #expect(parts.count == 5)
        #expect(parts.compactMap(\.displayName) == ["Sample Extension"])
        #expect(parts.flatMap(\.controls).first?.kind == Self.lamp)

        let request = SnapshotRequest(kind: Self.lamp)
        let before = try await client.call("Snapshot", request, ExtensionInterface.Snapshot.Reply.self)
        #expect(before.evaluation.control.isOn == false)
        let intent = try #require(before.evaluation.intent)
        let reply = try await client.call(
            "Perform",
            PerformRequest(performance: "1", kind: Self.lamp, intent: intent.type, values: intent.values, isOn: true),
            PerformReply.self)
        #expect(reply.evaluation?.control.isOn == true)
        client.close()
        process.send(SIGTERM)
        #expect(try process.end().status == 0)
    }

    @Test("attack: an extension refuses a request whose touch is over 5 s ago, and performs nothing")
    func lateRequest() async throws {
        let process = try serve()
        let client = ExtensionClient(path: socket)
        let snapshot = SnapshotRequest(kind: Self.lamp)
        let before = try await client.call("Snapshot", snapshot, ExtensionInterface.Snapshot.Reply.self)
        let intent = try #require(before.evaluation.intent)
        for (number, seconds) in [(1, 40), (2, 1)] as [(Int, Int64)] {
            let touch = RequestTime(milliseconds: RequestTime.now.milliseconds - 1_000 * seconds)
            let request = PerformRequest(
                performance: "\(number)", kind: Self.lamp, intent: intent.type, values: intent.values, isOn: true,
                requestedAt: touch)
            let reply = try await client.call("Perform", request, PerformReply.self)
            #expect((reply.failure == nil) == (seconds == 1), "\(reply.failure ?? "")")
            let after = try await client.call("Snapshot", snapshot, ExtensionInterface.Snapshot.Reply.self)
            #expect(after.evaluation.control.isOn == (seconds == 1))
        }
        client.close()
        process.send(SIGTERM)
        #expect(try process.end().status == 0)
    }

    @Test(
        "C48 what UserDefaults and the app group hold is kept at once, in the container, also if the process is killed")
    func preferences() async throws {
        let kind = "org.example.sample.defaults"
        for (number, isOn) in [true, false, true].enumerated() {
            let process = try serve(variant: "SAMPLE_DEFAULTS")
            let client = ExtensionClient(path: socket)
            let before = try await client.call(
                "Snapshot", SnapshotRequest(kind: kind), ExtensionInterface.Snapshot.Reply.self)
            #expect(before.evaluation.control.isOn == (number > 0 && !isOn))
            let intent = try #require(before.evaluation.intent)
            let reply = try await client.call(
                "Perform", PerformRequest(performance: "1", kind: kind, intent: intent.type, isOn: isOn),
                PerformReply.self)
            #expect(reply.failure == nil && reply.evaluation?.control.isOn == isOn)
            client.close()
            process.send(SIGKILL)
            _ = try process.end()
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/.config")
        #expect(files.sorted() == ["SampleExtension.plist", "group.org.example.sample.plist"])
    }

    @Test("E4 omitted optional parameters of a call have their defaults")
    func leftOut() async throws {
        struct Only: Encodable, Sendable {
            var performance = "1"
            var kind = ExtensionProcessTests.lamp
            var intent = "SetLamp"
        }
        let process = try serve()
        let client = ExtensionClient(path: socket)
        _ = try await client.call("Snapshot", ["kind": Self.lamp], ExtensionInterface.Snapshot.Reply.self)
        let reply = try await client.call("Perform", Only(), PerformReply.self)
        #expect(reply.failure?.contains("needs a value") == true)
        #expect(reply.request?.parameter == "value")
        client.close()
        process.send(SIGINT)
        #expect(try process.end().status == 0)
    }

    @Test("an error of an extension is one of the interface's")
    func errors() async throws {
        let process = try serve()
        let client = ExtensionClient(path: socket)
        let error = await #expect(throws: VarlinkClientError.self) {
            try await client.call(
                "Snapshot", SnapshotRequest(kind: "org.example.none"), ExtensionInterface.Snapshot.Reply.self)
        }
        guard case .refused(let name, let parameters) = error else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(name == "io.holdfast.Extension.NoSuchControl")
        #expect(parameters == ["kind": "org.example.none"])
        client.close()
        process.send(SIGTERM)
        _ = try process.end()
    }

    @Test("C26 an intent is cancelled when the panel closes the connection of its call")
    func cancelled() async throws {
        let process = try serve()
        let performing = ExtensionClient(path: socket)
        performing.begin("Perform", PerformRequest(performance: "1", kind: nil, intent: "Ring"))
        let asking = ExtensionClient(path: socket)
        // The intent has begun by the time of this later call's answer.
        _ = try await asking.call("Snapshot", SnapshotRequest(kind: Self.lamp), ExtensionInterface.Snapshot.Reply.self)
        performing.close()
        // The provider returns its value when the intent has ended.
        let reply = try await asking.call(
            "Snapshot", SnapshotRequest(kind: "org.example.sample.bell"), ExtensionInterface.Snapshot.Reply.self)
        #expect(reply.evaluation.control.title == "Silent")
        asking.close()
        process.send(SIGTERM)
        #expect(try process.end().status == 0)
    }

    @Test("C30 a capture ends when the panel gives up, and when the extension ends", arguments: [true, false])
    func captures(isCancelled: Bool) async throws {
        let captures = folder.path + "/state/captures"
        try FileManager.default.createDirectory(atPath: captures, withIntermediateDirectories: true)
        try #require(mkfifo(captures + "/begun", 0o600) == 0)
        let process = try serve()
        let performing = ExtensionClient(path: socket)
        performing.begin(
            "Perform",
            PerformRequest(
                performance: "1", kind: "org.example.sample.camera", intent: "TakePicture",
                values: ["way": .string("hanging")]))
        let begun = await waiting {
            let fifo = open(captures + "/begun", O_RDONLY | O_CLOEXEC)
            defer { close(fifo) }
            var text = [UInt8](repeating: 0, count: 32)
            let count = read(fifo, &text, text.count)
            return String(decoding: text.prefix(max(0, count)), as: UTF8.self)
        }
        let capturing = try #require(pid_t(begun))
        let descriptor = holdfast_process_open(capturing)
        #expect(descriptor >= 0)
        if isCancelled { performing.close() } else { process.send(SIGKILL) }
        let ended = await waiting {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, ExtensionProcess.patience)
        }
        #expect(ended == 1)
        close(descriptor)
        if isCancelled {
            // The extension serves other calls meanwhile.
            let client = ExtensionClient(path: socket)
            let request = SnapshotRequest(kind: "org.example.sample.camera")
            let reply = try await client.call("Snapshot", request, ExtensionInterface.Snapshot.Reply.self)
            #expect(reply.evaluation.control.title == "0 captured")
            client.close()
            process.send(SIGTERM)
        }
        performing.close()
        #expect(try process.end().status == (isCancelled ? 0 : -SIGKILL))
    }

    @Test("E1 an extension uses systemd's socket, which stays when the extension ends")
    func socketActivation() async throws {
        let path = folder.path + "/activated"
        let listening = try listen(at: path)
        // A call that was sent before the extension runs is answered once it does.
        let client = ExtensionClient(path: path)
        async let reply = client.call(
            "Snapshot", SnapshotRequest(kind: Self.lamp), ExtensionInterface.Snapshot.Reply.self)
        let process = try serve(listening: listening)
        #expect(try await reply.evaluation.control.isOn == false)
        client.close()
        process.send(SIGTERM)
        #expect(try process.end().status == 0)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: socket))
        close(listening)
    }

    // MARK: Beginning and ending

    @Test("the folder of the extensions is made for its user alone, and the socket removed at the end")
    func folders() throws {
        let process = try serve()
        var status = stat()
        try #require(stat(folder.path + "/extensions", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        try #require(stat(socket, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        process.send(SIGTERM)
        #expect(try process.end().status == 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("a second process of an extension is refused in one line, and the first goes on")
    func twice() async throws {
        let first = try serve()
        let second = try start()
        let end = try second.end()
        #expect(end.status == 1)
        #expect(end.errors.last?.contains("twice the same extension") == true)
        #expect(end.errors.last?.contains(socket) == true)
        let client = ExtensionClient(path: socket)
        _ = try await client.call("Snapshot", SnapshotRequest(kind: Self.lamp), ExtensionInterface.Snapshot.Reply.self)
        client.close()
        first.send(SIGTERM)
        _ = try first.end()
    }

    @Test("a socket that a killed extension left behind is replaced")
    func leftBehind() throws {
        let first = try serve()
        first.send(SIGKILL)
        #expect(try first.end().status == -SIGKILL)
        #expect(FileManager.default.fileExists(atPath: socket))
        let second = try serve()
        second.send(SIGTERM)
        #expect(try second.end().status == 0)
    }

    @Test("C3 all refused kinds are described with their places, and reported in one line each; the others stay")
    func invalid() throws {
        let end = try start("--describe", variant: "SAMPLE_INVALID").end()
        #expect(end.status == 0)
        let description = try JSONDecoder().decode(ExtensionInterface.Describe.Reply.self, from: Data(end.output.utf8))
        #expect(description.controls.count == 7)
        let problems = description.controls.compactMap(\.problem)
        #expect(problems.count == 2)
        #expect(problems.first?.contains("widget 7 of SampleExtension") == true)
        #expect(problems.first?.contains("widget 1 of SampleExtension") == true)
        #expect(problems.last?.contains("'la mp' is not made of labels") == true)
        let process = try start(variant: "SAMPLE_INVALID")
        #expect(try process.nextErrorLine()?.contains("note: Clock, widget 2") == true)
        for problem in problems { #expect(try process.nextErrorLine()?.hasSuffix("left out: \(problem)") == true) }
        #expect(try process.nextErrorLine()?.contains("5 controls, at \(socket)") == true)
        process.send(SIGTERM)
        _ = try process.end()
    }

    @Test("C1 a widget that is not shown causes a note")
    func note() throws {
        let process = try start()
        #expect(try process.nextErrorLine()?.contains("note: Clock, widget 2") == true)
        #expect(try process.nextErrorLine()?.contains("5 controls, at \(socket)") == true)
        process.send(SIGTERM)
        _ = try process.end()
    }

    @Test("an invalid option exits with 64", arguments: ["--nmae", "--name"])
    func usage(option: String) throws {
        let end = try start(option).end()
        #expect(end.status == 64)
        #expect(end.errors.count == 1)
    }

    @Test("--describe prints the description for the panel as JSON")
    func describe() throws {
        let end = try start("--describe").end()
        #expect(end.status == 0)
        let description = try JSONDecoder().decode(ExtensionInterface.Describe.Reply.self, from: Data(end.output.utf8))
        #expect(description.controls.count == 5)
        #expect(description.notes?.count == 1)
        #expect(try start("--help").end().output.hasPrefix("USAGE: SampleExtension"))
    }

    /// Makes a listening socket, as a service manager does.
    private func listen(at path: String) throws -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(descriptor >= 0 && bound == 0 && Glibc.listen(descriptor, 16) == 0)
        return descriptor
    }

    /// Runs blocking code on its own thread.
    private func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
