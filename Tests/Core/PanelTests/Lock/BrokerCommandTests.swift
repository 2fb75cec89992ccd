import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// The commands of a broker perform only what the file allows, and nothing that needs a PIN.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct BrokerCommandTests {
    private static let yaml = #"""
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}, remote: allowed}
          fan: {title: Fan, toggle: {line: GPIO22}}
          heat: {title: Heat, toggle: {line: GPIO23}, authentication_turn_on: required, remote: allowed}
          open: {title: Open, button: {set: {heat: true}}, remote: allowed}
          safe: {title: Safe, toggle: {line: GPIO24}, authentication: required, authentication_turn_off: none}
          pump: {title: Pump, toggle: {line: GPIO25}, interlock: [heat], remote: allowed}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """#

    /// Why a command is not carried out; `nil` if it is.
    private func command(
        _ control: String, _ isOn: Bool?, by client: VarlinkClient, to panel: PanelOverSocket
    ) async throws -> String? {
        try await panel.error(
            client, PanelInterface.Perform.method,
            PanelInterface.Perform.Parameters(control: control, isOn: isOn, fromBroker: true))
    }

    @Test(
        "attack: a broker performs what the file allows and what needs no PIN, whatever PIN was given at pad or connection"
    )
    func allowed() async throws {
        let panel = try await PanelOverSocket.locked(Self.yaml)
        let client = VarlinkClient(path: panel.path)
        let notAllowed = "Refused: it takes no commands of a broker; its control has no 'remote: allowed'"
        for round in 1...2 {
            let on = round == 1
            #expect(try await command("lamp", on, by: client, to: panel) == nil)
            #expect(panel.test.engine.snapshot(of: "lamp")?.isOn == on)
            for control in ["fan", "safe"] {
                #expect(try await command(control, true, by: client, to: panel) == notAllowed)
                #expect(try await command(control, nil, by: client, to: panel) == notAllowed)
                #expect(panel.test.engine.snapshot(of: control)?.isOn == false)
            }
            for (control, isOn) in [("heat", true), ("open", nil)] as [(String, Bool?)] {
                let refusal = try await command(control, isOn, by: client, to: panel)
                #expect(refusal?.contains("it needs a PIN") == true, "\(control)")
                #expect(panel.test.engine.snapshot(of: "heat")?.isOn == false)
            }
            #expect(try await command("heat", false, by: client, to: panel) == nil, "off needs no PIN")
            // The second round: the pad and this connection are unlocked.
            await panel.test.unlock()
            #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        }
        await panel.stop()
    }

    @Test(
        "attack: a broker's command turns nothing off by an interlock that only a PIN turns on, and goes on beside nothing"
    )
    func interlock() async throws {
        let panel = try await PanelOverSocket.locked(Self.yaml)
        let client = VarlinkClient(path: panel.path)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await panel.perform(client, "heat") == nil)
        #expect(try await command("pump", true, by: client, to: panel)?.contains("Heat") == true)
        #expect(panel.test.engine.snapshot(of: "heat")?.isOn == true)
        #expect(panel.test.engine.snapshot(of: "pump")?.isOn == false)
        await panel.stop()
    }

    @Test("a name that the panel does not know is no refusal of its own")
    func unknown() async throws {
        let panel = try await PanelOverSocket.locked(Self.yaml)
        let client = VarlinkClient(path: panel.path)
        #expect(try await command("lmap", true, by: client, to: panel)?.hasPrefix("NoSuchControl") == true)
        await panel.stop()
    }
}
