import Configuration
import EventLoop
import Glibc
import Layout
import LocalAPI
import Store
import Testing

@testable import Panel

/// A trusted button performs its controls without a PIN, so that changing its controls needs one.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct TrustedLayoutTests {
    private let panel: TestPanel
    private let editor = LayoutEditor(.inMemory())

    init() async throws {
        panel = try TestPanel.stored()
        await panel.add("Ada", "271828", "owner")
        editor.take(editor.read(panel.description))
        panel.service.editor = editor
    }

    /// The control that a button's gesture performs, or `nil`.
    private func performed(by button: String, _ gesture: LayoutSurface.Gesture = .hold) -> String? {
        editor.layout?.entries(on: .gesture(gesture, button: button)).first?.reference.kind
            .split(separator: ".").last.map(String.init)
    }

    private func place(_ control: String, _ place: String) async -> String? {
        await panel.call(
            PanelInterface.Place.method,
            PanelInterface.Place.Parameters(control: control, place: place, configuration: nil, size: nil))
    }

    private func move(_ place: String, to target: String) async -> String? {
        await panel.call(PanelInterface.Move.method, PanelInterface.Move.Parameters(place: place, to: target))
    }

    private func remove(_ place: String) async -> String? {
        await panel.call(PanelInterface.Remove.method, PanelInterface.Remove.Parameters(place: place))
    }

    private func reset(_ place: String?) async -> String? {
        await panel.call(PanelInterface.Reset.method, PanelInterface.Reset.Parameters(place: place))
    }

    @Test("attack: a client without a PIN cannot change a trusted button's controls, by any kind of change")
    func withoutPIN() async throws {
        panel.service.administrators = []
        let words =
            "button 'exit' is trusted: changing what it performs without a PIN needs a PIN that is not a guest's"
        #expect(await place("gate", "buttons.exit.hold") == words)
        #expect(await place("lamp", "buttons.exit.long_hold") == words)
        #expect(await move("buttons.bell.hold", to: "buttons.exit.hold") == words)
        #expect(performed(by: "exit") == "door")
        #expect(performed(by: "exit", .longHold) == nil)
        // Nor can the client lock people in by removing the exit's control.
        #expect(await remove("buttons.exit.hold") == words)
        #expect(performed(by: "exit") == "door")
        panel.service.administrators = [geteuid()]
        #expect(await remove("buttons.exit.hold") == nil)
        panel.service.administrators = []
        #expect(await reset("buttons.exit.hold") == words)
        #expect(await reset(nil) == words)
        #expect(performed(by: "exit") == nil)
        // The refused changes, and a permitted one, are in the trail.
        let trail = try await panel.trail()
        let who = "program of user \(geteuid())"
        let refused = "\(who) | arrange | buttons.exit | refused"
        #expect(trail.filter { $0.hasPrefix(refused) }.count == 6)
        #expect(trail.contains("\(who) | arrange | buttons.exit.hold | done | 'Door' (door) taken away"))
        // Other buttons accept a control that needs no PIN.
        _ = await place("lamp", "buttons.action.long_hold")
        #expect(performed(by: "action", .longHold) == "lamp")
        #expect(
            try await panel.trail().last
                == "\(who) | arrange | buttons.action.long_hold | done | 'Lamp' (lamp)")
        await panel.stop()
    }

    @Test("a guest cannot change a trusted button's controls, although a guest has a PIN")
    func guest() async throws {
        await panel.add("Robin", "582047", "guest", limits: "uses=5")
        panel.service.administrators = []
        await panel.call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: "582047"))
        #expect(await place("lamp", "buttons.exit.hold")?.hasPrefix("button 'exit' is trusted") == true)
        #expect(performed(by: "exit") == "door")
        await panel.stop()
    }

    @Test("a member cannot change a trusted button while the trail cannot be written; an administrator can")
    func unwritable() async throws {
        await panel.add("Bob", "582047")
        panel.service.administrators = []
        await panel.call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: "582047"))
        panel.counter.fail(true)
        try panel.store.setSecret([1], for: "other")
        await panel.settle()
        #expect(
            await place("lamp", "buttons.exit.hold") == "button 'exit' is trusted: changing what it performs must be "
                + "logged, but the log cannot be written")
        #expect(performed(by: "exit") == "door")
        _ = await place("lamp", "buttons.action.long_hold")
        #expect(performed(by: "action", .longHold) == "lamp", "neither the button nor the control needs a PIN")
        panel.service.administrators = [geteuid()]
        _ = await place("gate", "buttons.exit.hold")
        #expect(performed(by: "exit") == "gate")
        panel.counter.fail(false)
        panel.service.administrators = []
        // The next write tries again.
        try panel.store.setSecret([2], for: "other")
        await panel.settle()
        _ = await place("lamp", "buttons.exit.hold")
        #expect(performed(by: "exit") == "lamp")
        await panel.stop()
    }

    @Test("a PIN on the same connection, or administering the panel, permits changes of a trusted button")
    func entitled() async throws {
        _ = await place("gate", "buttons.exit.hold")
        #expect(performed(by: "exit") == "gate", "who writes the panel's file may")
        panel.service.administrators = []
        await panel.call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: "271828"))
        _ = await place("lamp", "buttons.exit.hold")
        #expect(performed(by: "exit") == "lamp")
        _ = await reset(nil)
        #expect(performed(by: "exit") == "door")
        await panel.stop()
    }
}
