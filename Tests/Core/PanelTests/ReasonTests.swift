import ControlModel
import EventLoop
import MonotonicTime
import Testing

@testable import Panel

/// The reasons that the panel shows for refused and failed controls.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct ReasonTests {
    private static let yaml = """
        name: House
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}, status: Done}
          fan: {title: Fan, toggle: {line: GPIO12}, interlock: [lamp]}
          safe: {title: Gun Safe, toggle: {line: GPIO13}, privacy: state}
          cellar: {title: Wine Cellar, toggle: {line: GPIO6}, privacy: label}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: local}
          both: {title: Both, button: {set: {lamp: true, fan: true}}}
        buttons:
          action: {line: GPIO17, hold: lamp}
          side: {line: GPIO27, hold: fan}
          cold: {line: GPIO24, hold: safe}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """
    private static let program = Requester.program(session: nil, actor: .program(user: 1_000))

    private func makeTest() async throws -> TestPanel {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        return test
    }

    @Test("the reason of a failure is shown with the control's name for 3 s, in place of a status")
    func failure() async throws {
        let test = try await makeTest()
        test.engine.performOverride = { _ in .fail("the bulb is broken") }
        test.engine.perform("lamp")
        #expect(test.engine.status == "Lamp: the bulb is broken")
        await test.advance(.milliseconds(2_999))
        #expect(test.engine.status == "Lamp: the bulb is broken")
        await test.advance(.milliseconds(1))
        #expect(test.engine.status == nil)
        #expect(test.events.contains(.statusShown("Lamp: the bulb is broken")))
        await test.stop()
    }

    @Test("the reason of a refused hold takes the place of the hint that a tap has shown")
    func refusal() async throws {
        let test = try await makeTest()
        test.engine.perform("lamp")
        try await test.hold("GPIO27", for: .milliseconds(80))
        #expect(test.engine.hint == "Hold to Turn On 'Fan'")
        try await test.hold("GPIO27", for: .milliseconds(600))
        #expect(test.engine.hint == nil)
        #expect(test.engine.status == "Fan: not while 'Lamp' is on")
        await test.stop()
    }

    @Test("a program's refused request is answered to the program and not shown at the panel")
    func program() async throws {
        let test = try await makeTest()
        test.engine.perform("lamp")
        await test.advance(.seconds(4))
        try await test.hold("GPIO27", for: .milliseconds(80))
        for control in ["fan", "door"] {
            #expect(await test.perform(control, by: Self.program)?.isRefused == true)
            #expect(test.engine.status == nil)
            #expect(test.engine.hint == "Hold to Turn On 'Fan'")
        }
        await test.stop()
    }

    @Test("A3 the reason of a private control is shown without its words while the panel is locked")
    func privateReason() async throws {
        let test = try await makeTest()
        test.engine.performOverride = { _ in .fail("it is open") }
        test.engine.perform("safe")
        #expect(test.engine.status == "Gun Safe: the reason is private")
        #expect(test.engine.surfaces.displays.status(as: .authenticated) == "Gun Safe: it is open")
        test.engine.perform("cellar")
        #expect(test.engine.status == "House: it is open")
        await test.unlock()
        #expect(test.engine.status == "Wine Cellar: it is open")
        await test.stop()
    }

    @Test("a scene reports its members' results once")
    func scene() async throws {
        let test = try await makeTest()
        test.engine.performOverride = { $0.hasSuffix("lamp") ? .fail("the bulb is broken") : nil }
        test.engine.perform("both")
        let statuses = test.events.compactMap { if case .statusShown(let words) = $0 { words } else { nil } }
        #expect(statuses == ["Both: 'Lamp': the bulb is broken"])
        await test.stop()
    }

    @Test("a failed notification is not shown at the panel")
    func notification() async throws {
        let test = try await TestPanel.locked(Self.yaml + "\nnotify: {fault: {set: {lamp: true}}}\n")
        try await test.start()
        test.engine.performOverride = { $0.hasPrefix("notify.") ? .fail("no network") : nil }
        test.engine.begin(PanelFault(part: .store, cause: .store("full")))
        await test.advance(.milliseconds(1))
        #expect(test.events.contains(.failed(kind: "notify.fault", reason: "no network")))
        #expect(test.engine.status == nil)
        await test.stop()
    }
}
