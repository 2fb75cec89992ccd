import ControlExtension
import Controls
import EventLoop
import Foundation
import LocalAPI
import Synchronization
import Testing

@testable import Actions

/// The extension's bundle in this process, with its own state, journal and panel.
struct Bench: Sendable {
    let service: BundleService
    let runtime: ActionsRuntime
    let folder: TestFolder
    let journal: Recorder<String>
    let reloads: Recorder<String>

    @MainActor
    init(bus: UnitManager.Bus = .address("unix:path=/nonexistent"), environment: [String: String]? = nil) throws {
        folder = try TestFolder()
        let (journal, reloads) = (Recorder<String>(), Recorder<String>())
        (self.journal, self.reloads) = (journal, reloads)
        let context = ExtensionContext(
            name: "actions", displayName: "Actions", link: HostLink(ReloadedPanel(reloads)) { _ in },
            container: SharedContainer(path: folder.path + "/state"))
        runtime = ActionsRuntime(
            environment: environment ?? CommandEnvironment.variables(of: ProcessInfo.processInfo.environment),
            bus: bus, journal: journal.add)
        service = BundleService(ResolvedBundle(Actions(), name: "Actions"), context: context)
    }

    func snapshot(_ kind: String, _ configuration: [String: IntentValue]) async throws -> ControlEvaluation {
        try await ActionsRuntime.$current.withValue(runtime) {
            try await service.snapshot(
                SnapshotRequest(kind: "io.holdfast.actions.\(kind)", configuration: configuration))
        }
    }

    /// Performs a control as a panel does: by the intent in its snapshot.
    func perform(
        _ kind: String, _ configuration: [String: IntentValue], isOn: Bool? = nil,
        answers: [String: IntentValue] = [:]
    ) async throws -> PerformReply {
        let intent = try #require(try await snapshot(kind, configuration).intent)
        return try await perform(
            kind, configuration, intent: intent.type, values: intent.values, isOn: isOn, answers: answers)
    }

    func perform(
        _ kind: String, _ configuration: [String: IntentValue], intent: String, values: [String: IntentValue],
        isOn: Bool? = nil, answers: [String: IntentValue] = [:]
    ) async throws -> PerformReply {
        try await ActionsRuntime.$current.withValue(runtime) {
            try await service.perform(
                PerformRequest(
                    performance: UUID().uuidString, kind: "io.holdfast.actions.\(kind)", configuration: configuration,
                    intent: intent, values: values, answers: answers, isOn: isOn))
        }
    }

    /// The failure of a command button.
    func failure(_ arguments: [String], timeout: Int = 20_000, folder: String? = nil) async throws -> String? {
        var configuration: [String: IntentValue] = ["arguments": .texts(arguments), "timeout_ms": .int(timeout)]
        configuration["folder"] = folder.map { .string($0) }
        return try await perform("command", configuration).failure
    }

    /// Reports the placements of a kind.
    func place(_ kind: String, _ configurations: [[String: IntentValue]]) async {
        await ActionsRuntime.$current.withValue(runtime) {
            await service.pushTokensChanged(
                configurations.map {
                    PlacedControl(kind: "io.holdfast.actions.\(kind)", configuration: $0, pushToken: "t")
                })
        }
        // The handler's own task is on the loop before this one.
        await Task { @PanelActor in }.value
    }
}

extension IntentValue {
    static func texts(_ texts: [String]) -> IntentValue { .array(texts.map { .string($0) }) }
    static func script(_ text: String) -> IntentValue { .texts(["sh", "-c", text]) }
}

/// Records items, and lets tests wait for them.
final class Recorder<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    private let stream: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    var all: [Item] { items.withLock { $0 } }

    func add(_ item: Item) {
        items.withLock { $0.append(item) }
        continuation.yield(item)
    }

    /// Waits for the next item that no earlier call has returned.
    func next() async -> Item? {
        for await item in stream { return item }
        return nil
    }
}

/// A panel connection that only records requests for reloads.
struct ReloadedPanel: PanelConnection {
    let reloads: Recorder<String>
    let isThere = true

    init(_ reloads: Recorder<String>) {
        self.reloads = reloads
    }

    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> @Sendable () -> Void {
        if case .reload(let kind) = request { reloads.add(kind ?? "all") }
        Task { completion(.success(.done)) }
        return {}
    }
}

/// A folder that is removed when this object is deallocated.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        if mode & 0o100 != 0 {
            let script = "printf %s \"$1\" > \"$2\" && chmod \(String(mode, radix: 8)) \"$2\" && echo done"
            try #require(Program("/bin/sh", ["-c", script, "sh", text, file]).nextLine() == "done")
            return file
        }
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
