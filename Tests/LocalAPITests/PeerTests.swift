import ControlModel
import EventLoop
import Foundation
import MonotonicTime
import Testing

@testable import LocalAPI

/// Other implementations: PyPI's `varlink`, and github.com/varlink/go.
enum Peer: String, CaseIterable {
    case python, go

    /// The folder of the prepared implementations.
    static let folder = ProcessInfo.processInfo.environment["HOLDFAST_PEERS"]
}

/// Tests with other implementations of Varlink. `Tests/Peers/prepare` prepares them; without them the tests are
/// disabled.
@Suite("Other implementations of Varlink", .enabled(if: Peer.folder != nil), .timeLimit(.minutes(5)))
@PanelActor
struct PeerTests {
    private func child(_ peer: Peer, _ arguments: [String]) throws -> Child {
        let folder = try #require(Peer.folder)
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers")
        switch peer {
        case .python:
            return try Child("\(folder)/python/bin/python", [sources.appending(path: "peer.py").path] + arguments)
        case .go:
            return try Child("\(folder)/go-peer", arguments)
        }
    }

    // MARK: As clients

    /// Makes a panel of three controls.
    @PanelActor
    private final class Panel {
        private(set) var performed: [String: IntentValue] = [:]
        private(set) var reloaded: [String?] = []

        func listed(_ name: String, isOn: Bool) -> ListedControl {
            ListedControl(
                name: name, configuration: [:],
                snapshot: ControlSnapshot(
                    kind: "a." + name, displayName: name, template: .toggle(isOn: isOn), title: name, hint: ""))
        }

        func interface() -> VarlinkInterface {
            VarlinkInterface(
                name: PanelInterface.name, description: HoldfastInterfaces.panel,
                methods: [
                    .method(PanelInterface.List.self, streams: true) { _, call in
                        var names = ["a", "b", "c"][...]
                        call.stream { names.popFirst().map { .init(control: self.listed($0, isOn: $0 == "b")) } }
                    },
                    .method(PanelInterface.Show.self) {
                        $1.fail(PanelInterface.NoSuchControl(control: $0.control, nearest: "b"))
                    },
                    .method(PanelInterface.Perform.self) {
                        self.performed = $0.parameters ?? [:]
                        $1.reply(PerformedControl(control: self.listed($0.control, isOn: true)))
                    },
                    .method(PanelInterface.Reload.self) {
                        self.reloaded.append($0.control)
                        $1.reply(NoParameters())
                    },
                    .method(PanelInterface.Watch.self, streams: true) { _, call in
                        call.push(
                            .init(notice: PanelNotice(.control, name: "a", control: self.listed("a", isOn: true))))
                        call.push(.init(notice: PanelNotice(.ready)))
                        call.reply(.init(notice: PanelNotice(.performed, name: "b")))
                    },
                    .method(PanelInterface.Status.self) { _, call in
                        call.reply(
                            PanelStatus(
                                SharedStatus(
                                    panel: "p", isSimulated: true, uptime: 1.5, controls: 3, faults: [],
                                    extensions: [], activities: [], hint: nil, status: nil, hasPINs: false),
                                LocalStatus(file: "f")))
                    },
                ])
        }
    }

    @Test(
        "E4 clients of other implementations list, watch, perform and get errors", arguments: Peer.allCases)
    func clients(peer: Peer) async throws {
        let panel = Panel()
        let folder = try TemporaryFolder()
        let server = VarlinkServer(
            product: "Holdfast", version: "1",
            interfaces: [
                panel.interface(),
                VarlinkInterface(
                    name: ExtensionInterface.name, description: HoldfastInterfaces.extension, methods: []),
                VarlinkInterface(name: HostInterface.name, description: HoldfastInterfaces.host, methods: []),
            ])
        try server.listen(path: folder("panel"), mode: 0o600)
        defer { server.stop() }
        let lines = try await child(peer, ["client", folder("panel")]).output().split(separator: "\n")
        let members = try [
            HoldfastInterfaces.extension, HoldfastInterfaces.host, HoldfastInterfaces.panel,
            HoldfastInterfaces.service,
        ].map { (text: String) throws -> String in
            let read = try InterfaceText(text)
            let names = Set(read.types.keys).union(read.methods.keys).union(read.errors.keys)
            return "\(read.name) \(names.sorted().joined(separator: " "))"
        }
        #expect(lines.prefix(4).map(String.init) == members)
        let empty = peer == .python ? "{}" : "map[]"
        let (no, yes) = peer == .python ? ("False", "True") : ("false", "true")
        let unexpected = peer == .python ? "" : " <nil> <nil>"
        let answers: [String] = [
            "control a \(no) \(empty)", "control b \(yes) \(empty)", "control c \(no) \(empty)", "performed b",
            "io.holdfast.Panel.NoSuchControl nothing b",
            "org.varlink.service.ExpectedMore\(unexpected)", "notice control a", "notice ready -",
            "notice performed b", "uptime 1.5",
        ]
        #expect(lines.dropFirst(4).map(String.init) == answers)
        #expect(panel.performed == ["n": .int(1), "t": .string("é\0")])
        #expect(panel.reloaded == ["b"])
    }

    // MARK: As extensions

    @Test("E4 other implementations' servers describe, evaluate and perform as extensions", arguments: Peer.allCases)
    func servers(peer: Peer) async throws {
        let folder = try TemporaryFolder()
        try Data(HoldfastInterfaces.extension.utf8)
            .write(to: URL(filePath: folder("io.holdfast.Extension.varlink")))
        let remote = RemoteExtension(path: folder("socket"))
        var log: [String] = []
        let (happened, happen) = AsyncStream.makeStream(of: Void.self)
        func note(_ text: String) {
            log.append(text)
            happen.yield()
        }
        var turns = happened.makeAsyncIterator()
        remote.appeared = { note("appeared") }
        remote.vanished = { note("vanished") }
        remote.start()
        let child = try child(peer, ["server", folder("socket"), folder.path])
        await turns.next()
        #expect(log == ["appeared"])
        _ = remote.describe(in: "org.example") {
            let description = try? $0.get()
            let controls = (description?.controls ?? []).map { "\($0.kind) \($0.displayName) \($0.parameters.count)" }
            note("\(description?.displayName ?? "") \(description?.notes ?? []) \(controls)")
        }
        await turns.next()
        #expect(
            log.last == #"Peer ["a note"] ["peer.example.one One 0", "peer.example.two peer.example.two 1"]"#)
        _ = remote.snapshot(SnapshotRequest(kind: "peer.example.one", configuration: ["room": .string("Hall")])) {
            let evaluation = try? $0.get()
            note("\(evaluation?.control.title ?? "") \(evaluation?.intent?.values["list"] ?? .null)")
        }
        await turns.next()
        #expect(log.last == "Hall [1, 2.5, x, null]")
        _ = remote.snapshot(SnapshotRequest(kind: "peer.example.broken")) { note("\($0)") }
        await turns.next()
        #expect(log.last == #"failure(no paper)"#)
        _ = remote.perform(
            PerformRequest(performance: "p", kind: nil, intent: "Set", values: ["n": .int(5)], isOn: true)
        ) {
            note((try? $0.get())?.failure ?? "-")
        }
        await turns.next()
        #expect(log.last == "p Set 5 True")
        _ = remote.suggest(SuggestRequest(parameter: "room")) {
            note(((try? $0.get()) ?? []).map { "\($0.value) \($0.title)" }.joined(separator: ", "))
        }
        await turns.next()
        #expect(log.last == "1 One, two Two")
        remote.pushTokensChanged([PlacedControl(kind: "peer.example.one")])
        await EventLoop.panel.settle()
        await child.end()
        await turns.next()
        #expect(log.last == "vanished")
        remote.stop()
    }
}
