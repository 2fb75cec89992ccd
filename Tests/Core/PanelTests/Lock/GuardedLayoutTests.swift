import Configuration
import ControlModel
import EventLoop
import Glibc
import Indicators
import Layout
import LocalAPI
import Store
import TestSupport
import Testing

@testable import Panel

/// The place of a guarded control changes only with a PIN (A5: the layout is as guarded as its controls).
@PanelActor
@Suite("attack: a guarded control's place", .timeLimit(.minutes(5)))
struct GuardedLayoutTests {
    private static let bell = "org.example.fake.bell"
    private static let yaml = """
        name: Test
        domain: org.example.test
        board: simulated
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          fan: {title: Fan, toggle: {line: GPIO13}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: required}
          gate: {title: Gate, toggle: {line: GPIO12}, authentication_turn_on: required}
          evening: {title: Evening, button: {set: {lamp: true, gate: true}}}
          later: {title: Later, toggle: {timer: 1m, done: {set: {door: true}}}}
          look: {title: Look, button: {open: history}}
        opened:
          history: {set: {door: true}}
        buttons:
          action: {line: GPIO17, hold: door, double_tap: lamp}
          bell: {line: GPIO22, hold: \(bell)}
          spare: {line: GPIO27, hold: lamp}
        lights:
          door: {line: GPIO24, shows: gate}
          lamp: {line: GPIO25, shows: lamp}
        lock_screen: [lamp, door, fan]
        control_center: [lamp, {control: gate, size: medium}, fan]
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}

        """

    private let panel: TestPanel
    private let editor = LayoutEditor(.inMemory())

    init() async throws {
        panel = try TestPanel.stored(Self.yaml)
        await panel.add("Ada", "271828", "owner")
        await panel.add("Robin", "582047", "guest", limits: "uses=500")
        editor.take(editor.read(panel.description))
        panel.service.editor = editor
        panel.service.administrators = []
    }

    private enum Wish {
        case place(String, String)
        case move(String, String)
        case remove(String)
        case resize(String, TileSize)
        case configure(String, [String: IntentValue])
        case reset(String?)
    }

    private func ask(_ change: Wish) async -> String? {
        switch change {
        case .place(let control, let place):
            await panel.call(
                PanelInterface.Place.method,
                PanelInterface.Place.Parameters(control: control, place: place, configuration: nil, size: nil))
        case .move(let place, let target):
            await panel.call(PanelInterface.Move.method, PanelInterface.Move.Parameters(place: place, to: target))
        case .remove(let place):
            await panel.call(PanelInterface.Remove.method, PanelInterface.Remove.Parameters(place: place))
        case .resize(let place, let size):
            await panel.call(PanelInterface.Resize.method, PanelInterface.Resize.Parameters(place: place, size: size))
        case .configure(let place, let values):
            await panel.call(
                PanelInterface.Configure.method,
                PanelInterface.Configure.Parameters(place: place, configuration: values))
        case .reset(let place):
            await panel.call(PanelInterface.Reset.method, PanelInterface.Reset.Parameters(place: place))
        }
    }

    private func unlock(_ pin: String) async {
        await panel.call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: pin))
    }

    /// Changes that affect a guarded control, with the control and the place that the refusal names.
    private static let guarded: [(Wish, String, String)] = [
        (.place("gate", "buttons.action.hold"), "door", "buttons.action.hold"),
        (.place("lamp", "buttons.action.hold"), "door", "buttons.action.hold"),
        (.place("door", "buttons.spare.hold"), "door", "buttons.spare.hold"),
        (.place("door", "buttons.spare.triple_tap"), "door", "buttons.spare.triple_tap"),
        // A control that performs a guarded control is guarded, too.
        (.place("evening", "buttons.spare.hold"), "evening", "buttons.spare.hold"),
        (.place("later", "buttons.spare.hold"), "later", "buttons.spare.hold"),
        (.place("look", "buttons.spare.hold"), "look", "buttons.spare.hold"),
        (.move("buttons.action.hold", "buttons.spare.hold"), "door", "buttons.action.hold"),
        (.move("buttons.spare.hold", "buttons.action.hold"), "door", "buttons.action.hold"),
        (.move("buttons.action.hold", "lights.lamp"), "door", "buttons.action.hold"),
        (.remove("buttons.action.hold"), "door", "buttons.action.hold"),
        (.place("lamp", "lights.door"), "gate", "lights.door"), (.remove("lights.door"), "gate", "lights.door"),
        (.place("gate", "lights.lamp"), "gate", "lights.lamp"),
        (.place("gate", "lock_screen"), "gate", "lock_screen.4"), (.remove("lock_screen.2"), "door", "lock_screen.2"),
        // A place in a list is a name: changing the controls before a guarded control does not move it.
        (.remove("lock_screen.1"), "door", "lock_screen.1"), (.place("fan", "lock_screen.1"), "door", "lock_screen.2"),
        (.resize("control_center.2", .large), "gate", "control_center.2"),
        (.place("gate", "control_center"), "gate", "control_center.4"),
        (.move("control_center.3", "control_center.1"), "gate", "control_center.2"),
    ]

    @Test("without a PIN, or with a guest's, no guarded control is placed, moved, resized, removed or replaced")
    func guarded() async throws {
        for pin in [nil, "582047"] {
            if let pin { await unlock(pin) }
            let layout = editor.layout
            for (change, control, place) in Self.guarded {
                #expect(
                    await ask(change) == "'\(control)' needs a PIN, and changing it at \(place) needs a PIN "
                        + "that is not a guest's", "\(change)")
                #expect(editor.layout == layout, "\(change)")
            }
        }
        let refused = "program of user \(geteuid()) | arrange | buttons.action.hold | refused"
        #expect(try await panel.trail().contains(refused))
        await panel.stop()
    }

    @Test("a resident or an administrator may change a guarded control's place", arguments: [false, true])
    func entitled(isAdministrator: Bool) async throws {
        if isAdministrator { panel.service.administrators = [geteuid()] } else { await unlock("271828") }
        for (change, _, _) in Self.guarded {
            #expect(await ask(change)?.contains("needs a PIN") != true, "\(change)")
            _ = await ask(.reset(nil))
        }
        await panel.stop()
    }

    @Test("a reset without a PIN does not remove a guarded control that a person with a PIN has placed")
    func reset() async throws {
        panel.service.administrators = [geteuid()]
        _ = await ask(.place("gate", "buttons.spare.hold"))
        _ = await ask(.place("fan", "buttons.spare.double_tap"))
        panel.service.administrators = []
        for place in ["buttons.spare.hold", nil] {
            #expect(
                await ask(.reset(place))
                    == "'gate' needs a PIN, and changing it at buttons.spare.hold needs a PIN "
                    + "that is not a guest's")
        }
        #expect(await ask(.reset("buttons.spare.double_tap")) == nil)
        await panel.stop()
    }

    @Test(
        "a resident's change of a guarded control's place waits for its audit entry, and is refused without it")
    func stalledDisk() async throws {
        await unlock("271828")
        let layout = editor.layout
        panel.disk.stall()
        let answer = Task { await ask(.place("gate", "buttons.spare.hold")) }
        await panel.advance(.seconds(1))
        #expect(editor.layout == layout)
        await panel.advance(.seconds(2))
        #expect(await answer.value?.contains("the log cannot be written") == true)
        panel.disk.goOn()
        await panel.settle()
        #expect(editor.layout == layout)
        #expect(await ask(.place("gate", "buttons.spare.hold")) == nil)
        await panel.stop()
    }

    @Test("a configuration of an extension's control counts as guarded until its intent is known")
    func unknownConfiguration() async throws {
        panel.fake.description.controls[0].parameters = [IntentParameterInfo(name: "door", type: .text)]
        panel.fake.vanished?()
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        let place = PanelInterface.Place.Parameters(
            control: Self.bell, place: "buttons.spare.hold", configuration: ["door": .string("cellar")], size: nil)
        let refusal = await panel.call(PanelInterface.Place.method, place)
        #expect(refusal?.hasPrefix("'\(Self.bell)' needs a PIN") == true, "\(refusal ?? "placed")")
        #expect(await ask(.place(Self.bell, "buttons.spare.hold")) == nil, "as it is placed already, it is free")
        await unlock("271828")
        #expect(await panel.call(PanelInterface.Place.method, place) == nil)
        await panel.stop()
    }

    @Test("an unguarded control is placed, moved and removed without a PIN, unless a guarded control is there")
    func free() async throws {
        let changes: [Wish] = [
            .place("fan", "buttons.spare.hold"), .move("buttons.spare.hold", "buttons.action.triple_tap"),
            .remove("buttons.action.triple_tap"), .place("fan", "lights.lamp"), .place("lamp", "lock_screen"),
            .remove("lock_screen.3"), .resize("control_center.1", .large),
            .move("buttons.action.double_tap", "lights.lamp"), .reset("buttons.action.double_tap"),
            .place(Self.bell, "buttons.spare.hold"), .reset("lock_screen"),
        ]
        for change in changes {
            let layout = editor.layout
            #expect(await ask(change)?.contains("PIN") != true, "\(change)")
            #expect(editor.layout != layout, "\(change)")
        }
        await panel.stop()
    }

    @Test("an extension's control is guarded as its extension says, also before it has a value")
    func ofExtension() async throws {
        panel.fake.description.controls[0].parameters = [IntentParameterInfo(name: "door", type: .text)]
        panel.fake.vanished?()
        panel.fake.appeared?()
        // If one placement of a kind is guarded, all are.
        panel.fake.evaluate = { _ in
            .success(FakeExtension.button(Self.bell, authentication: .requiresLocalDeviceAuthentication))
        }
        panel.engine.reload(Self.bell)
        await panel.advance(.seconds(1))
        let words = { (place: String) in
            "'\(Self.bell)' needs a PIN, and changing it at \(place) needs a PIN that is not a guest's"
        }
        #expect(await ask(.place(Self.bell, "buttons.spare.hold")) == words("buttons.spare.hold"))
        #expect(await ask(.remove("buttons.bell.hold")) == words("buttons.bell.hold"))
        let configured = await ask(.configure("buttons.bell.hold", ["door": .string("cellar")]))
        #expect(configured == words("buttons.bell.hold"))
        await panel.stop()
    }

    @Test("a vanished extension's controls are guarded as it last said, and all are until it first appears")
    func absentExtension() async throws {
        panel.fake.vanished?()
        await panel.settle()
        // The extension's last word still counts: the control was free.
        _ = await ask(.move("buttons.bell.hold", "buttons.bell.double_tap"))
        #expect(editor.layout?.entries(on: .gesture(.doubleTap, button: "bell")).count == 1)
        panel.fake.manner = .absent
        try await panel.restart()
        let words = await ask(.remove("buttons.bell.double_tap"))
        #expect(words?.hasPrefix("'\(Self.bell)' needs a PIN") == true, "\(words ?? "removed")")
        await panel.stop()
    }

    @Test("the prompt names the waiting control by its own name, not by the control's hint")
    func prompt() async throws {
        await panel.stop()
        let fake = FakeExtension(kinds: [Self.bell])
        var evaluation = FakeExtension.button(Self.bell, authentication: .requiresAuthentication)
        evaluation.control.displayName = "Doors"
        evaluation.control.title = "Garage"
        evaluation.control.hint = "Hold to Turn On the Lamp"
        fake.evaluate = { [evaluation] _ in .success(evaluation) }
        let yaml = """
            name: House
            domain: org.example.test
            controls:
              door: {title: Front Door, button: {pulse: GPIO23, for: 3s}, hint: Ring, authentication: required}
              cellar: {title: Wine Cellar, button: {pulse: GPIO24, for: 3s}, authentication: required, privacy: label}
              safe: {title: Safe, toggle: {line: GPIO25}, authentication: required, privacy: state}
            buttons:
              bell: {line: GPIO22, hold: \(Self.bell)}
            display: {device: /dev/tty9, columns: 40, rows: 8}
            extensions:
              - {name: fake, domain: org.example.fake}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            """
        let cases = [
            ("door", "for 'Front Door'"), ("cellar", "for 'House'"), ("safe", "for 'Safe'"),
            (Self.bell, "for 'Doors', Garage"),
        ]
        for (control, words) in cases {
            let test = try await TestPanel.locked(yaml, extensions: ["fake": fake])
            try await test.start()
            await test.advance(.seconds(1))
            #expect(await test.perform(control, by: .panel)?.isRefused == true)
            await test.advance(.milliseconds(1))
            let rows = test.engine.displaySink?.shown?.texts ?? []
            #expect(rows.contains(words), "\(rows)")
            #expect(!rows.contains { $0.contains("Hold") })
            let status = StatusService.status(of: test.engine, as: .anybody, isAdministrator: false)
            #expect(status.lock?.pending == test.engine.controls[control]?.name)
            test.engine.executor.performances.dropPending()
            await test.advance(.milliseconds(1))
            #expect(test.engine.displaySink?.shown?.texts.contains(words) == false)
            await test.stop()
        }
    }
}
