import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// A right that has ended performs nothing: at the pad, over sockets, in shared sessions, and after a wait.
@PanelActor
@Suite("attack: a right that has ended", .timeLimit(.minutes(5)))
struct EndedRightTests {
    private nonisolated static let kind = "org.example.fake.window"
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          safe: {title: Safe, toggle: {line: GPIO22}, authentication: required, privacy: state}
          door: {title: Door, toggle: {line: GPIO23}, authentication: required}
          later: {title: Later, toggle: {timer: 10m, done: {set: {door: true}}}}
        buttons:
          action: {line: GPIO17, hold: safe}
          exit: {line: GPIO27, hold: later, trusted: true}
          side: {line: GPIO24, hold: \(kind)}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        extensions:
          - {name: fake, domain: org.example.fake}
        authentication: {auto_lock: 5m}
        """
    private nonisolated static let token = String(repeating: "0f", count: 32)
    private nonisolated static let guest = "384756"
    private static let locked = PanelInterface.ShowSession.Reply(person: nil, role: nil, seconds: nil)

    private let fake = FakeExtension(kinds: [kind])

    /// A locked panel with Alice, an owner, and Gus, a guest.
    private func makePanel(limits: String = "hours=00:00-01:00") async throws -> PanelOverSocket {
        fake.evaluate = { [unowned fake] request in
            var evaluation = FakeExtension.toggle(request, isOn: fake.isOn[request] ?? false)
            evaluation.intent?.authentication = .requiresAuthentication
            return .success(evaluation)
        }
        let panel = try await PanelOverSocket.locked(Self.yaml, extensions: ["fake": fake])
        let gus = PanelInterface.AddPerson.Parameters(
            person: ListedPerson(name: "gus", role: "guest", limits: limits), pin: Self.guest)
        #expect(
            try await panel.error(VarlinkClient(path: panel.path), PanelInterface.AddPerson.method, gus) == nil)
        return panel
    }

    private func remove(_ name: String, _ panel: PanelOverSocket) async throws {
        let parameters = PanelInterface.RemovePerson.Parameters(name: name)
        #expect(
            try await panel.error(VarlinkClient(path: panel.path), PanelInterface.RemovePerson.method, parameters)
                == nil)
    }

    // MARK: Sessions

    @Test("a guest's session ends with the guest's hours, however often it is used", arguments: [false, true])
    func hours(isShared: Bool) async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        if isShared { #expect(try await panel.join(client, Self.token) == nil) }
        #expect(try await panel.unlock(client, Self.guest) == nil)
        for _ in 1...14 {
            await panel.test.advance(.seconds(240))
            #expect(try await panel.perform(client, "safe") == nil)
        }
        #expect(try await panel.session(client) == .init(person: "gus", role: "guest", seconds: 240))
        await panel.test.advance(.milliseconds(239_999))
        #expect(try await panel.perform(client, "safe") == nil)
        await panel.test.advance(.milliseconds(1))
        #expect(try await panel.perform(client, "safe") == "it needs a PIN")
        #expect(try await panel.session(client) == Self.locked)
        await panel.stop()
    }

    @Test("at the pad, a guest's session ends with the guest's hours, although holds and keys go on")
    func hoursAtThePad() async throws {
        let panel = try await makePanel()
        #expect(await panel.test.unlock(Self.guest))
        for _ in 1..<30 {
            await panel.test.advance(.seconds(119))
            panel.test.lock.press(.clear, on: "")
            #expect(panel.test.engine.isUnlocked)
        }
        panel.test.forgetEvents()
        await panel.test.advance(.seconds(149))
        #expect(!panel.test.engine.isUnlocked)
        #expect(panel.test.events.contains(.locked), "lights and displays show the end at once")
        await panel.stop()
    }

    @Test("one use of a guest's PIN is one session, which no activity prolongs")
    func uses() async throws {
        let panel = try await makePanel(limits: "uses=1")
        let client = VarlinkClient(path: panel.path)
        #expect(try await panel.unlock(client, Self.guest) == nil)
        for _ in 1...4 {
            await panel.test.advance(.seconds(60))
            #expect(try await panel.perform(client, "safe") == nil)
        }
        await panel.test.advance(.seconds(60))
        #expect(try await panel.perform(client, "safe") == "it needs a PIN")
        #expect(try await panel.unlock(client, Self.guest) != nil)
        await panel.stop()
    }

    @Test("a resident's session at the pad ends 12 h after the PIN, although a key is pressed every 4 min")
    func longest() async throws {
        let panel = try await makePanel()
        #expect(await panel.test.unlock())
        for _ in 1..<180 {
            await panel.test.advance(.seconds(240))
            panel.test.lock.press(.clear, on: "")
            #expect(panel.test.engine.isUnlocked)
        }
        await panel.test.advance(.seconds(240))
        #expect(!panel.test.engine.isUnlocked)
        await panel.stop()
    }

    // MARK: After a wait

    /// Ends of a right while a request waits for the fresh value of a toggle.
    enum End: CaseIterable {
        case none, session, person
    }

    @Test(
        "a toggle that waits for its fresh value is not performed after its asker's right has ended",
        arguments: End.allCases)
    func freshValue(end: End) async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        #expect(try await panel.join(client, Self.token) == nil)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        await panel.test.advance(.seconds(10))
        fake.manner = .hangs
        var (refusal, isDone): (String?, Bool) = (nil, false)
        let asked = fake.snapshots.count
        client.call(
            PanelInterface.Perform.method, PanelInterface.Perform.Parameters(control: Self.kind), more: false
        ) { (result: Result<VarlinkReply<PerformedControl>, VarlinkClientError>) in
            isDone = true
            if case .failure(.refused(let name, _)) = result { refusal = name }
        }
        while fake.snapshots.count == asked, !isDone { await panel.test.settle() }
        await panel.test.advance(.milliseconds(860))
        fake.manner = .answers
        switch end {
        case .none: break
        case .session:
            let other = VarlinkClient(path: panel.path)
            #expect(try await panel.join(other, Self.token) == nil)
            #expect(try await panel.error(other, PanelInterface.EndSession.method, NoParameters()) == nil)
        case .person: try await remove("alice", panel)
        }
        await panel.test.advance(.seconds(1))
        while !isDone { await panel.test.settle() }
        #expect((refusal?.hasSuffix(".AuthenticationRequired") == true) == (end != .none), "\(refusal ?? "")")
        #expect(fake.performances.count == (end == .none ? 1 : 0))
        await panel.stop()
    }

    @Test("a timer's end performs nothing guarded after its beginner has been removed", arguments: [false, true])
    func timer(isRemoved: Bool) async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await panel.perform(client, "later") == nil)
        if isRemoved { try await remove("alice", panel) }
        await panel.test.advance(.seconds(601))
        #expect(panel.test.engine.snapshot(of: "later")?.isOn == false, "the timer itself ends")
        #expect(panel.test.engine.snapshot(of: "door", as: .authenticated)?.isOn == !isRemoved)
        await panel.stop()
    }
}
