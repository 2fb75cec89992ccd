import Authentication
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// The notifications about a panel's lock (`notify`).
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LockNoticeTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: local}
        buttons:
          action: {line: GPIO17, hold: lamp}
        lights:
          status: {red: GPIO9, green: GPIO10, blue: GPIO11, shows: status}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        notify:
          lockout: {command: [tell, "lockout: {what}"]}
          duress: {command: [tell, "duress: {what}"]}
        """

    private let actions = FakeExtension(kinds: ["io.holdfast.actions.command"])
    private let test: TestPanel

    init() async throws {
        actions.evaluate = { request in .success(FakeExtension.button(request.kind)) }
        test = try await TestPanel.locked(Self.yaml, extensions: ["actions": actions])
        try await test.enrol("under", "975310", .duress)
    }

    /// The words that the commands received.
    private var told: [String] {
        actions.performances.compactMap { request in
            guard case .array(let words)? = request.configuration["arguments"], case .string(let last)? = words.last
            else { return nil }
            return last
        }
    }

    /// All events of an unlocking, for viewers at the panel and for programs that record them.
    private func events(ofUnlockingBy digits: String) async -> [PanelEvent] {
        var events: [PanelEvent] = []
        let observers = [
            test.engine.observe { events.append($0) }, test.engine.observe(as: .anybody) { events.append($0) },
            test.engine.observe(as: .authenticated) { events.append($0) },
        ]
        await test.unlock(digits)
        await test.advance(.seconds(5))
        test.engine.lockPanel()
        await test.advance(.seconds(5))
        for observer in observers { test.engine.removeObserver(observer) }
        return events
    }

    /// Unlocking under duress must look like any other unlocking.
    private func expectSame(_ usual: [PanelEvent]) async {
        let found = await events(ofUnlockingBy: "975310")
        #expect(found.count == usual.count)
        for (found, usual) in zip(found, usual) { #expect(found == usual) }
    }

    @Test("a duress PIN unlocks like any other PIN and is reported once, only to its own command")
    func duress() async throws {
        try await test.start()
        let usual = await events(ofUnlockingBy: TestPanel.digits)
        #expect(told == [])
        await expectSame(usual)
        #expect(usual.contains(.unlocked))
        #expect(told == ["duress: 'under' has unlocked under duress"])
        await test.stop()
    }

    @Test("a duress PIN is not revealed by a command that fails")
    func failing() async throws {
        try await test.start()
        let usual = await events(ofUnlockingBy: TestPanel.digits)
        actions.reply = { _ in .success(PerformReply(failure: "it exited with 1")) }
        await expectSame(usual)
        #expect(told.count == 1)
        await test.stop()
    }

    @Test("the controls that a duress notification sets leave no event and no audit entry")
    func setting() async throws {
        let yaml = Self.yaml.replacing(
            #"{command: [tell, "duress: {what}"]}"#, with: "{set: {siren: true, bell: true}}"
        ).replacing(
            "buttons:",
            with: """
                  siren: {title: Siren, toggle: {line: GPIO24}, authentication: required, status_turn_on: Wailing}
                  bell: {title: Bell, button: {pulse: GPIO25, for: 1s}, status: Ringing}
                buttons:
                """)
        var seen: [[PanelEvent]] = []
        var trails: [[String]] = []
        for digits in ["271828", "975310"] {
            let panel = try TestPanel.stored(yaml)
            await panel.add("ada", "271828", "owner")
            await panel.add("under", "975310", "duress")
            var events: [PanelEvent] = []
            for viewpoint in [Viewpoint.panel, .anybody, .authenticated] {
                panel.engine.observe(as: viewpoint) { events.append($0) }
            }
            panel.forgetEdges()
            #expect(await panel.unlock(digits))
            await panel.advance(.seconds(5))
            let isUnderDuress = digits == "975310"
            #expect(panel.engine.snapshot(of: "siren", as: .authenticated)?.isOn == isUnderDuress)
            #expect(panel.edges["GPIO25"] == (isUnderDuress ? 2 : nil))
            // The present state of a control is public, unless the file makes it private.
            seen.append(events.filter { if case .controlChanged = $0 { false } else { true } })
            trails.append(try await panel.trail().map { $0.replacing("under", with: "ada") })
            await panel.stop()
        }
        #expect(seen[0].count > 3 && seen[0] == seen[1])
        #expect(trails[0].contains("ada | unlock | panel | done") && trails[0] == trails[1])
    }

    @Test("a lockout is reported when it begins")
    func lockout() async throws {
        try await test.start()
        for digit in 1...4 { await test.unlock("88888\(digit)") }
        #expect(told == [])
        await test.unlock("888885")
        #expect(told == ["lockout: too many wrong PINs at the panel; none is taken there for 1m"])
        // Keys that are not evaluated cause no further report.
        await test.unlock("888886")
        await test.advance(.seconds(30))
        #expect(told.count == 1)
        await test.advance(.seconds(31))
        #expect(test.engine.lockout == nil)
        await test.unlock("888887")
        #expect(told.count == 2 && told.last?.hasSuffix("for 5m") == true)
        await test.stop()
    }

    @Test("A2 a hold during a lockout does not wait for a PIN, because none can be given")
    func held() async throws {
        try await test.start()
        for digit in 1...5 { await test.unlock("88888\(digit)") }
        let outcome = await test.perform("door", by: .panel)
        #expect(
            outcome
                == .refused(
                    "it needs a PIN, and none is taken for a while, since too many were wrong", lacksAuthority: true))
        #expect(test.engine.pendingControl == nil)
        await test.stop()
    }
}
