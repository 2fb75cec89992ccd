import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// The authentication that the listing of a control reports to other programs.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct ListedAuthenticationTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          safe: {title: Safe, toggle: {line: GPIO22}, authentication: required}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: local}
          gate: {title: Gate, toggle: {line: GPIO12}, authentication_turn_on: required}
          alarm: {title: Alarm, toggle: {line: GPIO26}, authentication_turn_off: local, privacy: state}
          vault: {title: Vault, toggle: {line: GPIO25}, authentication_turn_off: required, privacy: state}
          evening: {title: Evening, button: {set: {lamp: true, gate: true}}}
          morning: {title: Morning, button: {set: {gate: false}}}
          away: {title: Away, button: {set: {gate: true, alarm: false}}}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """

    @Test("A1 the listing has the authentication that a hold needs now, with all its effects")
    func needed() async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        func needs(_ control: String) -> ControlAuthentication? {
            test.engine.lists.controls.listed(control, as: .authenticated)?.authentication
        }
        #expect(needs("lamp") == nil)
        #expect(needs("safe") == .required)
        #expect(needs("door") == .local)

        #expect(needs("evening") == .required)
        #expect(needs("morning") == nil)
        #expect(needs("away") == .local)
        // A hold would turn the control on; after that, off.
        #expect(needs("gate") == .required)
        await test.unlock()
        _ = await test.perform("gate", isOn: true, by: .panel)
        #expect(needs("gate") == nil)
        // The listing has the need, whether or not it is met.
        #expect(test.engine.isUnlocked && needs("door") == .local)
        await test.stop()
    }

    @Test(
        "A3 a private control's listed authentication is equal in both states", arguments: ["alarm", "vault"])
    func privateState(control: String) async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        var told: Set<ControlAuthentication?> = []
        for isOn in [false, true, false] {
            await test.unlock()
            _ = await test.perform(control, isOn: isOn, by: .panel)
            #expect(test.engine.lists.controls.listed(control, as: .authenticated)?.snapshot.isOn == isOn)
            for viewpoint in [Viewpoint.panel, .authenticated, .anybody] {
                told.insert(test.engine.lists.controls.listed(control, as: viewpoint)?.authentication)
                test.lock.lock(by: .itself)
                told.insert(test.engine.lists.controls.listed(control, as: viewpoint)?.authentication)
            }
        }
        #expect(told == [control == "alarm" ? .local : .required])
        await test.stop()
    }
}
