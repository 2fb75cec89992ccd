import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// Permissions to perform controls.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct GateTests {
    private static let keypad = #"keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}"#
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          free: {title: Free, button: {pulse: GPIO1, for: 1s}}
          required: {title: Required, button: {pulse: GPIO2, for: 1s}, authentication: required}
          local: {title: Local, button: {pulse: GPIO3, for: 1s}, authentication: local}
          up: {title: Up, toggle: {line: GPIO4}, authentication_turn_on: required}
          down: {title: Down, toggle: {line: GPIO5}, authentication_turn_off: local}
          both: {title: Both, toggle: {line: GPIO6}, authentication: required, authentication_turn_off: local}
          hidden: {title: Hidden, toggle: {line: GPIO7}, authentication: required, privacy: state}
          half: {title: Half, toggle: {line: GPIO8}, authentication_turn_off: required, privacy: state}
          scene: {title: Scene, button: {set: {free: true, up: true, down: true}}}
          dark: {title: Dark, button: {set: {up: false, down: false}}}
          far: {title: Far, authentication: required, button: {set: {dark: true}}}
          timer: {title: Timer, toggle: {timer: 1m, done: {set: {local: true}}}}
          own: {title: Own, authentication: required, toggle: {timer: 1m, done: {set: {free: true}}}}
          limited: {title: Limited, toggle: {line: GPIO9, max_time: 1m}, authentication: required}
        buttons:
          action: {line: GPIO17, hold: required}
          exit: {line: GPIO27, hold: required, trusted: true}
        \(keypad)
        """

    private enum Right: Hashable { case yes, no }

    /// Every case of A1: the requester, the control's authentication, and the permission with the pad locked and
    /// unlocked.
    private static let table: [(Requester, ControlAuthentication, locked: Right, unlocked: Right)] = [
        (.panel, .none, .yes, .yes), (.panel, .required, .no, .yes), (.panel, .local, .no, .yes),
        (.trusted, .none, .yes, .yes), (.trusted, .required, .yes, .yes), (.trusted, .local, .yes, .yes),
        (.program(session: nil, actor: .program(user: 1_000)), .none, .yes, .yes),
        (.program(session: nil, actor: .program(user: 1_000)), .required, .no, .no),
        (.program(session: nil, actor: .program(user: 1_000)), .local, .no, .no),
        (.programWithPIN(actor: .program(user: 1_000)), .none, .yes, .yes),
        (.programWithPIN(actor: .program(user: 1_000)), .required, .yes, .yes),
        (.programWithPIN(actor: .program(user: 1_000)), .local, .no, .yes),
        (.itself, .none, .yes, .yes), (.itself, .required, .no, .no), (.itself, .local, .no, .no),
        (.consequence(LastingRight(.none)), .required, .no, .no),
        (.consequence(LastingRight(.required)), .required, .yes, .yes),
        (.consequence(LastingRight(.required)), .local, .no, .no),
        (.consequence(LastingRight(.local)), .local, .yes, .yes),
    ]

    private static let controls: [ControlAuthentication: String] = [
        .none: "free", .required: "required", .local: "local",
    ]

    @Test("A1 each requester may perform only the permitted controls, locked and unlocked", arguments: [false, true])
    func table(isUnlocked: Bool) async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        for (requester, needed, locked, unlocked) in Self.table {
            // Unlocks before each performance, so that the panel does not lock itself in between.
            if isUnlocked { await test.unlock() }
            #expect(test.engine.isUnlocked == isUnlocked)
            let mayPerform = (isUnlocked ? unlocked : locked) == .yes
            #expect(
                test.engine.gate.may(test.asking(requester), perform: needed) == mayPerform, "\(requester), \(needed)")
            let outcome = await test.perform(try #require(Self.controls[needed]), by: requester)
            #expect(outcome?.isRefused == !mayPerform, "\(requester), \(needed)")
            // Only a refused requester at the panel can still give a PIN, so that only that performance waits.
            #expect((test.engine.pendingControl != nil) == (!mayPerform && requester == .panel))
            test.engine.executor.performances.dropPending()
            await test.advance(.seconds(2))
        }
        await test.stop()
    }

    @Test("A1 A4 a control requires the strictest authentication of all its effects, by direction")
    func needed() async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        let cases: [(String, Bool?, ControlAuthentication)] = [
            ("free", nil, .none), ("required", nil, .required), ("local", nil, .local),
            ("up", true, .required), ("up", false, .none), ("up", nil, .required),
            ("down", true, .none), ("down", false, .local), ("down", nil, .local),
            ("both", true, .required), ("both", false, .local), ("both", nil, .local),
            ("scene", nil, .required), ("dark", nil, .local), ("far", nil, .local),
            ("timer", true, .local), ("timer", false, .none), ("timer", nil, .local),
            ("own", true, .required), ("own", false, .required),
        ]
        for (control, isOn, needed) in cases {
            let slot = try #require(test.engine.controls["org.example.test.\(control)"])
            #expect(
                test.engine.gate.neededAuthentication(of: slot, goingTo: isOn) == needed, "\(control) to \(isOn as Any)"
            )
        }
        await test.stop()
    }

    @Test("A1 a scene with a guarded member is refused as a whole, as is a timer with a guarded end")
    func strictest() async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        for control in ["scene", "dark", "far", "timer"] {
            let outcome = await test.perform(control, by: .program(session: nil, actor: .program(user: 1_000)))
            #expect(outcome?.isRefused == true, "\(control)")
        }
        // A program's own session suffices for all members except those that need the panel's session.
        #expect(
            await test.perform("scene", by: .programWithPIN(actor: .program(user: 1_000))) == .performed())
        #expect(
            await test.perform("dark", by: .programWithPIN(actor: .program(user: 1_000)))?.isRefused == true)
        #expect(
            await test.perform("timer", by: .programWithPIN(actor: .program(user: 1_000)))?.isRefused == true
        )
        #expect(test.edges["GPIO3"] == nil)
        await test.unlock()
        #expect(await test.perform("timer", by: .panel) == .performed())
        // The timer's end was permitted when the timer began. The panel has locked itself since.
        await test.advance(.milliseconds(60_500))
        #expect(!test.engine.isUnlocked)
        #expect(test.edges["GPIO3"] == 1)
        await test.stop()
    }

    @Test("A1 a guarded toggle turns off at its own end, although the panel is locked", arguments: ["limited", "own"])
    func ownEnd(control: String) async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        await test.unlock()
        #expect(await test.perform(control, by: .panel) == .performed())
        await test.advance(.seconds(59))
        #expect(!test.engine.isUnlocked)
        #expect(test.engine.snapshot(of: control)?.isOn == true)
        await test.advance(.seconds(2))
        #expect(!test.engine.isUnlocked)
        #expect(test.engine.snapshot(of: control)?.isOn == false)
        #expect(!test.engine.faults.contains { $0.part == .control(control) })
        await test.stop()
    }

    @Test("A2 without a pad a refused requester is told so, and no performance waits for a PIN")
    func noPad() async throws {
        // The reader of the file refuses `local` without a pad.
        let yaml = Self.yaml.replacing(Self.keypad, with: "").replacing(": local}", with: ": required}")
        let test = try await TestPanel.locked(yaml)
        try await test.start()
        let outcome = await test.perform("required", by: .panel)
        #expect(outcome == .refused("it needs a PIN, and the panel has no PIN pad", lacksAuthority: true))
        #expect(test.engine.pendingControl == nil)
        await test.stop()
    }

    @Test("A2 without any person with a PIN no performance waits for a PIN, and the lock has a fault")
    func stranger() async throws {
        let test = try await TestPanel.locked(Self.yaml, isEnrolled: false)
        try await test.start()
        #expect(await test.perform("local", by: .panel)?.isRefused == true)
        #expect(test.engine.pendingControl == nil)
        #expect(test.engine.faults.contains { $0.part == .lock })
        #expect(await test.perform("free", by: .panel) == .performed())
        #expect(await test.perform("local", by: .trusted) == .performed())
        await test.stop()
    }

    @Test(
        "A2 a waiting performance runs once, in the direction in which the control was held",
        arguments: [("hidden", true), ("hidden", false)])
    func direction(control: String, wasOn: Bool) async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        _ = await test.perform(control, isOn: wasOn, by: .trusted)
        #expect(await test.perform(control, by: .panel)?.isRefused == true)
        // Another requester has performed the control meanwhile: the waiting performance does not reverse it.
        _ = await test.perform(control, isOn: !wasOn, by: .trusted)
        await test.unlock()
        #expect(test.engine.snapshot(of: control)?.isOn == !wasOn)
        #expect(test.engine.pendingControl == nil)
        await test.stop()
    }

    /// The control, its state, and its hint while the panel is locked and unlocked.
    private static let hints: [(String, Bool?, locked: String, unlocked: String)] = [
        ("free", nil, "Hold for 'Free'", "Hold for 'Free'"),
        ("local", nil, "Hold for 'Local' – PIN needed", "Hold for 'Local'"),
        ("up", false, "Hold to Turn On 'Up' – PIN needed", "Hold to Turn On 'Up'"),
        ("up", true, "Hold to Turn Off 'Up'", "Hold to Turn Off 'Up'"),
        ("down", false, "Hold to Turn On 'Down'", "Hold to Turn On 'Down'"),
        ("down", true, "Hold to Turn Off 'Down' – PIN needed", "Hold to Turn Off 'Down'"),
        ("hidden", false, "Hold for 'Hidden' – PIN needed", "Hold to Turn On 'Hidden'"),
        ("hidden", true, "Hold for 'Hidden' – PIN needed", "Hold to Turn Off 'Hidden'"),
        ("half", false, "Hold for 'Half' – PIN needed", "Hold to Turn On 'Half'"),
        ("half", true, "Hold for 'Half' – PIN needed", "Hold to Turn Off 'Half'"),
        ("scene", nil, "Hold for 'Scene' – PIN needed", "Hold for 'Scene'"),
        ("timer", false, "Hold to Turn On 'Timer' – PIN needed", "Hold to Turn On 'Timer'"),
        ("timer", true, "Hold to Turn Off 'Timer'", "Hold to Turn Off 'Timer'"),
    ]

    @Test("H6 a hint says whether a PIN is needed, and does not reveal the state of a redacted toggle")
    func hints() async throws {
        for (control, isOn, locked, unlocked) in Self.hints {
            let yaml = Self.yaml.replacing("hold: required}", with: "hold: \"\(control)\"}")
            let test = try await TestPanel.locked(yaml)
            try await test.start()
            if let isOn { _ = await test.perform(control, isOn: isOn, by: .trusted) }
            try await test.hold("GPIO17", for: .milliseconds(80))
            #expect(test.engine.hint == locked, "\(control) \(isOn as Any)")
            #expect(test.engine.surfaces.displays.hint(as: .anybody) == locked)
            await test.advance(.seconds(2))
            #expect(test.engine.hint == locked)
            await test.advance(.seconds(1))
            #expect(test.engine.hint == nil)
            await test.unlock()
            try await test.hold("GPIO17", for: .milliseconds(80))
            #expect(test.engine.hint == unlocked, "\(control) \(isOn as Any)")
            test.engine.lockPanel()
            // A private control's shown texts lose their words at once.
            if ["hidden", "half"].contains(control) {
                #expect(test.engine.hint == locked.replacing(" – PIN needed", with: ""))
            }
            await test.advance(.seconds(3))
            await test.stop()
        }
    }

    @Test("H6 the hint of a trusted button asks for no PIN")
    func trustedHint() async throws {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        try await test.hold("GPIO27", for: .milliseconds(80))
        #expect(test.engine.hint == "Hold for 'Required'")
        try await test.hold("GPIO27", for: .milliseconds(600))
        #expect(test.edges["GPIO2"] == 1)
        #expect(!test.engine.isUnlocked)
        await test.advance(.seconds(2))
        await test.stop()
    }
}
