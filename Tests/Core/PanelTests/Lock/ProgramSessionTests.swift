import Authentication
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// The sessions of programs: which connections share a PIN, and when they end.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct ProgramSessionTests {
    private func makePanel() async throws -> PanelOverSocket { try await PanelOverSocket.locked() }

    private nonisolated static let token = String(repeating: "0f", count: 32)
    private static let locked = PanelInterface.ShowSession.Reply(person: nil, role: nil, seconds: nil)

    @Test("A1 connections that join with the same token share one PIN, which outlives them; another token is locked")
    func sharedSession() async throws {
        let panel = try await makePanel()
        let clients = (0..<3).map { _ in VarlinkClient(path: panel.path) }
        for (client, token) in zip(clients, [Self.token, Self.token.uppercased(), String(repeating: "1f", count: 32)]) {
            #expect(try await panel.join(client, token) == nil)
            #expect(try await panel.session(client) == Self.locked)
        }
        #expect(try await panel.unlock(clients[0], TestPanel.digits) == nil)
        #expect(try await panel.perform(clients[1], "safe") == nil)
        #expect(try await panel.session(clients[1]) == .init(person: "alice", role: "owner", seconds: 30))
        #expect(try await panel.safe(clients[2])?.isRedacted == true)
        #expect(try await panel.session(clients[2]) == Self.locked)
        #expect(!panel.test.engine.isUnlocked)
        for client in clients { client.close() }
        await panel.test.advance(.seconds(20))
        let later = VarlinkClient(path: panel.path)
        #expect(try await panel.safe(later)?.isRedacted == true)
        #expect(try await panel.join(later, Self.token) == nil)
        #expect(try await panel.safe(later)?.isRedacted == false)
        #expect(try await panel.error(later, PanelInterface.EndSession.method, NoParameters()) == nil)
        #expect(try await panel.session(later) == Self.locked)
        #expect(try await panel.safe(later)?.isRedacted == true)
        await panel.stop()
    }

    @Test("a session ends auto_lock after its last call, shared or not, and with its person", arguments: [false, true])
    func sessionEnd(isShared: Bool) async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        if isShared { #expect(try await panel.join(client, Self.token) == nil) }
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        for _ in 1...3 {
            await panel.test.advance(.milliseconds(29_999))
            #expect(try await panel.perform(client, "safe") == nil)
        }
        await panel.test.advance(.seconds(30))
        #expect(try await panel.session(client) == Self.locked)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(
            try await panel.error(
                VarlinkClient(path: panel.path), PanelInterface.RemovePerson.method,
                PanelInterface.RemovePerson.Parameters(name: "alice")) == nil)
        #expect(try await panel.session(client) == Self.locked)
        await panel.stop()
    }

    @Test("a connection that joins without prolonging the session leaves it to end auto_lock after the calls of others")
    func unprolonged() async throws {
        let panel = try await makePanel()
        let (person, page) = (VarlinkClient(path: panel.path), VarlinkClient(path: panel.path))
        #expect(try await panel.join(person, Self.token) == nil)
        #expect(try await panel.unlock(person, TestPanel.digits) == nil)
        for _ in 1...3 {
            await panel.test.advance(.milliseconds(9_999))
            let quiet = PanelInterface.JoinSession.Parameters(token: Self.token, prolongs: false)
            #expect(try await panel.error(page, PanelInterface.JoinSession.method, quiet) == nil)
            #expect(try await panel.safe(page)?.isRedacted == false)
        }
        await panel.test.advance(.milliseconds(3))
        #expect(try await panel.session(page) == Self.locked)
        await panel.stop()
    }

    @Test("watchers get the whole state again when their session begins and ends, and others do not")
    func sessionNotices() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        let watchers = [PanelWatcher(path: panel.path, token: Self.token), PanelWatcher(path: panel.path)]
        for watcher in watchers { await watcher.next(.ready) }
        #expect(try await panel.join(client, Self.token) == nil)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        await watchers[0].next(.reset)
        await watchers[0].next(.ready)
        await panel.test.advance(.seconds(30))
        await watchers[0].next(.reset)
        await watchers[0].next(.ready)
        #expect(try await panel.perform(client, "lamp") == nil)
        #expect(await !watchers[1].next(.performed).contains(.reset))
        for watcher in watchers { watcher.close() }
        await panel.stop()
    }

    @Test("a refusal says whether the caller's PIN would help")
    func authenticationRequired() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        func error(_ control: String) async throws -> String? {
            try await panel.error(
                client, PanelInterface.Perform.method, PanelInterface.Perform.Parameters(control: control))
        }
        let local = "it needs the panel to be unlocked at its own PIN pad"
        #expect(try await error("safe") == "AuthenticationRequired: it needs a PIN")
        #expect(try await error("door") == "AuthenticationRequired: \(local), and a PIN")
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await error("door") == "Refused: \(local)")
        await panel.stop()
    }

    @Test("attack: an administrator's connection that has joined a session has the session's rights alone")
    func joinedAdministrator() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        func people() async throws -> String? {
            try await panel.error(client, PanelInterface.People.method, NoParameters(), more: true)
        }
        func log() async throws -> [PanelInterface.Log.Reply] {
            try await panel.ask(
                client, PanelInterface.Log.method, PanelInterface.Log.Parameters(last: 1),
                PanelInterface.Log.Reply.self, more: true)
        }
        #expect(try await people() == nil)
        #expect(try await panel.join(client, Self.token) == nil)
        #expect(try await people() == "PermissionDenied")
        #expect(try await log() == [.init(isReduced: true), .init()])
        let reset = try await panel.error(
            client, PanelInterface.RemovePerson.method, PanelInterface.RemovePerson.Parameters(name: "alice"))
        #expect(reset == "PermissionDenied")
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await people() == nil, "alice is an owner")
        await panel.stop()
    }

    @Test("a connection that joins a session leaves its own one locked")
    func joining() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await panel.join(client, Self.token) == nil)
        #expect(try await panel.session(client) == Self.locked)
        let lock = panel.test.lock
        let deadline = lock.gatekeeper.deadline(at: lock.clock.boottime, localTime: lock.localTime)
        #expect(deadline == nil, "no session is left")
        await panel.stop()
    }

    @Test(
        "attack: a token that is not 32 bytes of hexadecimal digits is refused, and the connection keeps its session",
        arguments: ["", "0f", String(repeating: "g", count: 64), token + "0", token + "00", "0x" + token.dropFirst(2)])
    func malformedToken(token: String) async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await panel.join(client, token) == "InvalidParameter: token")
        #expect(try await panel.session(client)?.person == "alice")
        await panel.stop()
    }
}
