import ControlExtension
import Controls
import EventLoop
import Glibc
import LocalAPI
import Testing

/// The connection to the panel over its socket.
@PanelActor
struct SocketConnectionTests {
    private let folder: TestFolder
    private let host: TestHost
    private let link: HostLink

    init() throws {
        folder = try TestFolder()
        host = try TestHost(path: folder.path + "/host")
        link = HostLink(SocketConnection(path: folder.path + "/host")) { _ in }
    }

    @Test("C42 a reload is a call to the panel for one kind or for all")
    func reloads() async {
        link.reload(kind: "org.example.lamp")
        await host.requests(1)
        link.reload(kind: nil)
        await host.requests(2)
        #expect(host.asked == ["reload org.example.lamp", "reload all"])
        host.stop()
    }

    @Test("C46 the placed controls have their configuration and token")
    func currentControls() async throws {
        host.placements = [
            PlacedControl(kind: "org.example.room", configuration: ["room": .string("hall")], pushToken: "secret"),
            PlacedControl(kind: "org.example.lamp"),
        ]
        #expect(try await link.currentControls() == host.placements)
        host.stop()
    }

    @Test("C24 a question returns the people's answer", arguments: [true, false])
    func confirm(confirms: Bool) async throws {
        host.confirms = confirms
        #expect(try await link.confirm(performance: "1", dialog: "Really?") == confirms)
        #expect(host.asked == ["confirm Really?"])
        host.stop()
    }

    @Test("C26 a question whose task is cancelled closes its connection")
    func takenBack() async throws {
        let asking = Task { [link] in try await link.confirm(performance: "1", dialog: "Really?") }
        await host.requests(1)
        asking.cancel()
        await #expect(throws: PanelConnectionError.cancelled) { try await asking.value }
        await host.requests(2)
        #expect(host.asked == ["confirm Really?", "taken back"])
        host.stop()
    }

    @Test("an error from the panel has its name and parameters")
    func errors() async {
        let result = await withCheckedContinuation { continuation in
            _ = SocketConnection(path: folder.path + "/host").send(.reload(kind: "org.example.other")) {
                continuation.resume(returning: $0)
            }
        }
        #expect(result == .failure(.notYours(kind: "org.example.other")))
        host.stop()
    }

    @Test("without a panel every request fails at once")
    func absent() async {
        let path = folder.path + "/none"
        #expect(!SocketConnection(path: path).isThere)
        #expect(SocketConnection(path: folder.path + "/host").isThere)
        await #expect(throws: PanelConnectionError.unreachable(path: path, code: ENOENT)) {
            try await HostLink(SocketConnection(path: path)).currentControls()
        }
        host.stop()
    }
}
