import Authentication
import Configuration
import EventLoop
import LocalAPI
import Store
import Testing

@testable import Panel

/// The log for programs without a PIN, and the performances that the audit trail leaves out.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct ReducedLogTests {
    private typealias Method = PanelInterface.Log

    private static let yaml = """
        name: Test
        domain: org.example.test
        board: simulated
        authentication: {auto_lock: 60s}
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          bell: {title: Bell, button: {pulse: GPIO24, for: 1s}}
          safe: {title: Safe, toggle: {line: GPIO13}, privacy: state}
          diary: {title: Diary, toggle: {line: GPIO25}, privacy: label}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: required}
          gate: {title: Gate, toggle: {line: GPIO12}, authentication_turn_on: required}
          evening: {title: Evening, button: {set: {lamp: true, gate: true}}}
        buttons:
          action: {line: GPIO17, hold: lamp}
          exit: {line: GPIO27, hold: door, trusted: true}
          bell: {line: GPIO22, hold: org.example.fake.bell}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}

        """

    /// A panel on which Ada and strangers have performed everything, and where no user administers.
    private func makePanel(_ yaml: String = yaml) async throws -> TestPanel {
        let panel = try TestPanel.stored(yaml)
        await panel.add("Ada", "271828", "owner")
        await panel.add("Robin", "582047", "guest")
        panel.service.administrators = []
        return panel
    }

    private func performAll(_ panel: TestPanel) async {
        for isUnlocked in [false, true] {
            if isUnlocked { await panel.unlock("271828") }
            for control in ["lamp", "safe", "door", "diary", "gate", "bell", "evening"] {
                panel.engine.perform(control)
                await panel.advance(.seconds(4))
            }
        }
        panel.engine.lockPanel()
        let program = AuditActor.person("Ada", at: .remote)
        _ = await panel.perform("lamp", by: .programWithPIN(actor: program))
        _ = await panel.perform("lamp", by: .program(session: nil, actor: .program(user: 1_000)))
        _ = await panel.perform("door", by: .trusted)
        _ = await panel.perform("bell", by: .trusted)
        await panel.settle()
    }

    private func client(_ panel: TestPanel, pin: String? = nil) async throws -> VarlinkClient {
        let client = VarlinkClient(path: panel.socket)
        if let pin {
            _ = try await panel.ask(
                PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: pin), NoParameters.self,
                client: client)
        }
        return client
    }

    private func read(
        _ panel: TestPanel, _ client: VarlinkClient, _ parameters: Method.Parameters = .init()
    ) async throws -> [Method.Reply] {
        try await panel.ask(Method.method, parameters, Method.Reply.self, more: true, client: client)
    }

    private func lines(_ replies: [Method.Reply]) -> [String] {
        replies.compactMap(\.entry).map { entry in
            [
                entry.who, entry.what, entry.subject?.replacing("org.example.test.", with: ""), entry.detail,
                entry.outcome,
            ]
            .compactMap(\.self).joined(separator: " ")
        }
    }

    private static let everybodys = [
        "panel perform lamp on done", "panel perform bell done", "panel perform lamp off done",
        "panel perform bell done", "a program perform lamp off done", "a program perform lamp on done",
        "trusted button perform bell done",
    ]

    @Test("attack: without a PIN, the log names no person, and has no guarded or private control and no gap")
    func reduced() async throws {
        let panel = try await makePanel()
        await performAll(panel)
        let client = try await client(panel)
        let replies = try await read(panel, client)
        #expect(replies.first == Method.Reply(isReduced: true) && replies.last == Method.Reply())
        #expect(replies.dropFirst().dropLast().allSatisfy { $0.entry != nil && $0.isReduced == nil })
        #expect(lines(replies) == Self.everybodys)
        #expect(replies.allSatisfy { $0.entry?.number == nil && $0.unwritten == nil && $0.dropped == nil })
        // The parameter for readers of the trail gives no one else more.
        #expect(try await read(panel, client, .init(performances: true)) == replies)
        client.close()
        await panel.stop()
    }

    @Test("attack: performances of guarded and private controls change no byte of the log for readers without a PIN")
    func traces() async throws {
        var logs: [[Method.Reply]] = []
        for count in [0, 1, 250] {
            let panel = try await makePanel()
            panel.engine.perform("lamp")
            await panel.advance(.seconds(1))
            for _ in 0..<count {
                panel.engine.perform("safe")
                _ = await panel.perform("door", by: .trusted)
            }
            panel.engine.perform("bell")
            await panel.settle()
            let client = try await client(panel)
            logs.append(try await read(panel, client))
            client.close()
            await panel.advance(.seconds(5))
            await panel.stop()
        }
        #expect(logs[0].count == 4 && logs[1] == logs[0] && logs[2] == logs[0])
    }

    @Test("a guest's PIN gives nothing of the log, as before")
    func guest() async throws {
        let panel = try await makePanel()
        let client = try await client(panel, pin: "582047")
        for performances in [nil, true] {
            await #expect(throws: VarlinkClientError.self) {
                try await read(panel, client, .init(performances: performances))
            }
        }
        client.close()
        await panel.stop()
    }

    @Test("a resident reads the performances that the trail leaves out, with names and private controls")
    func performances() async throws {
        let panel = try await makePanel()
        await performAll(panel)
        let client = try await client(panel, pin: "271828")
        let replies = try await read(panel, client, .init(performances: true))
        #expect(replies.allSatisfy { $0.isReduced == nil })
        #expect(
            lines(replies) == [
                "panel perform lamp on done", "panel perform safe on done", "panel perform diary on done",
                "panel perform bell done", "Ada perform lamp off done", "Ada perform safe off done",
                "Ada perform diary off done", "Ada perform bell done", "Ada perform lamp off done",
                "program of user 1000 perform lamp on done", "trusted button perform bell done",
            ])
        let trail = lines(try await read(panel, client))
        #expect(trail.contains("Ada perform door done") && !trail.contains { $0.contains("lamp") }, "\(trail)")
        client.close()
        await panel.stop()
    }

    @Test("the reduced log begins where the reader asks, and counts only what the reader may see")
    func beginnings() async throws {
        let panel = try await makePanel()
        await performAll(panel)
        let client = try await client(panel)
        for count in [0, 1, 3, 7, 8] {
            #expect(lines(try await read(panel, client, .init(last: count))) == Self.everybodys.suffix(count))
        }
        #expect(lines(try await read(panel, client, .init(seconds: 10))) == Self.everybodys.suffix(4))
        #expect(lines(try await read(panel, client, .init(seconds: 0))) == Self.everybodys.suffix(3))
        // Nothing keeps the clock right: a date leaves out none.
        #expect(lines(try await read(panel, client, .init(since: 1_900_000_000))) == Self.everybodys)
        for parameters in [
            Method.Parameters(seconds: 1, last: 1), .init(seconds: -1), .init(last: 1, performances: true),
        ] {
            let isValid = parameters.performances == true
            let outcome = try? await read(panel, client, parameters)
            #expect((outcome != nil) == isValid)
        }
        client.close()
        await panel.stop()
    }

    @Test("a follower without a PIN gets each new performance that everybody may see, until it disconnects")
    func following() async throws {
        let panel = try await makePanel()
        let client = try await client(panel)
        var replies: [Method.Reply] = []
        client.call(Method.self, .init(follow: true), more: true) {
            if case .success(let reply) = $0 { replies.append(reply.value) }
        }
        await panel.settle()
        #expect(replies == [Method.Reply(isReduced: true)])
        let history = panel.engine.controls.memory.performances
        #expect(history.readings.count == 1)
        for control in ["lamp", "safe", "bell"] {
            panel.engine.perform(control)
            await panel.advance(.seconds(2))
        }
        await panel.unlock("271828")
        panel.engine.perform("door")
        panel.engine.perform("lamp")
        await panel.advance(.seconds(4))
        #expect(
            lines(replies) == [
                "panel perform lamp on done", "panel perform bell done", "panel perform lamp off done",
            ])
        client.close()
        await panel.settle()
        #expect(history.readings.isEmpty)
        await panel.stop()
    }

    @Test("a control that has become guarded or private, or is gone, disappears from the reduced log")
    func changedControls() async throws {
        for (old, new) in [
            (
                "{title: Lamp, toggle: {line: GPIO18}}",
                "{title: Lamp, toggle: {line: GPIO18}, authentication: required}"
            ),
            ("{title: Lamp, toggle: {line: GPIO18}}", "{title: Lamp, toggle: {line: GPIO18}, privacy: value}"),
            ("lamp", "lump"),
        ] {
            let panel = try await makePanel()
            panel.engine.perform("lamp")
            panel.engine.perform("bell")
            await panel.advance(.seconds(2))
            let former = panel.engine.controls.memory.performances
            panel.engine.stop()
            panel.replaceEngine(
                try PanelFile.parse(Array(Self.yaml.replacing(old, with: new).utf8), file: "panel.yaml"))
            for entry in former.entries { panel.engine.controls.memory.performances.add(entry) }
            try panel.begin()
            await panel.settle()
            let client = try await client(panel)
            #expect(lines(try await read(panel, client)) == ["panel perform bell done"], "\(new)")
            client.close()
            await panel.stop()
        }
    }

    @Test("the origin of a request is the same with and without a PIN")
    func origins() {
        #expect(AuditActor.person("Ada", at: .pad).origin == AuditActor.panel.origin)
        #expect(AuditActor.person("Ada", at: .remote).origin == AuditActor.program(user: 1_000).origin)
        #expect(AuditActor.trustedButton.origin == "trusted button" && AuditActor.itself.origin == "itself")
    }
}
