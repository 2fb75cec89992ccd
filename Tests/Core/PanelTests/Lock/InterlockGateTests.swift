import Authentication
import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// An interlock turns off by itself only controls that need no PIN (A1: the gate applies to every requester).
@PanelActor
@Suite("attack: an interlock against a guard", .timeLimit(.minutes(5)))
struct InterlockGateTests {
    private nonisolated static let kind = "org.example.fake.window"
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
    private static let alice = Requester.programWithPIN(actor: .person("alice", at: .remote))
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          guarded: {title: Guarded, toggle: {line: GPIO4}, authentication: required, interlock: [\(kind)]}
          half: {title: Half, toggle: {line: GPIO5}, authentication_turn_on: required, interlock: [\(kind)]}
          free: {title: Free, toggle: {line: GPIO6}, interlock: [\(kind)]}
          button: {title: Button, button: {pulse: GPIO7, for: 1s}, authentication: required, interlock: [\(kind)]}
          scene: {title: Scene, button: {set: {\(kind): true}}}
          later: {title: Later, toggle: {timer: 10s, done: {set: {\(kind): true}}}}
        buttons:
          action: {line: GPIO17, hold: \(kind)}
          exit: {line: GPIO27, hold: \(kind), trusted: true}
        lights:
          status: {line: GPIO26, shows: status}
        display: {device: /dev/tty9, columns: 40, rows: 8}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """
    private static let fault =
        "interlock of 'org.example.test.guarded': 'Guarded' stays on beside 'Fake': turning it off needs a PIN, and "
        + "nobody has asked for it"

    private let fake = FakeExtension(kinds: [kind])

    /// A locked panel whose interlocked toggles are on.
    private func makePanel(_ yaml: String = yaml) async throws -> TestPanel {
        let test = try await TestPanel.locked(yaml, extensions: ["fake": fake])
        try await test.start()
        for control in ["guarded", "half", "free"] {
            #expect(await test.perform(control, isOn: true, by: .trusted) == .performed())
        }
        return test
    }

    /// Changes the state that the extension reports for its control.
    private func claim(_ isOn: Bool, _ test: TestPanel) async {
        fake.isOn[SnapshotRequest(kind: Self.kind)] = isOn
        test.engine.reload(Self.kind)
        await test.advance(.seconds(1))
        #expect(test.engine.snapshot(of: Self.kind, as: .authenticated)?.isOn == isOn)
    }

    private func isOn(_ test: TestPanel) -> [Bool?] {
        ["guarded", "half", "free"].map { test.engine.snapshot(of: $0, as: .authenticated)?.isOn }
    }

    @Test("an extension's state turns off only unguarded interlocked controls; the others stay on, with a fault")
    func claiming() async throws {
        let test = try await makePanel()
        await claim(true, test)
        #expect(isOn(test) == [true, false, false])
        #expect(test.engine.faults.map(\.description) == [Self.fault])
        let status = StatusService.status(of: test.engine, as: .anybody, isAdministrator: false)
        #expect(status.faults == [Self.fault])
        await claim(false, test)
        #expect(test.engine.faults == [])
        // Turned off by hand, the guarded control no longer conflicts.
        await claim(true, test)
        #expect(test.engine.faults.count == 1)
        #expect(await test.perform("guarded", isOn: false, by: Self.alice) == .performed())
        #expect(test.engine.faults == [])
        await test.stop()
    }

    @Test("an extension whose state flaps causes no further refusals")
    func flapping() async throws {
        let test = try await makePanel()
        test.forgetEvents()
        for _ in 1...20 {
            await claim(true, test)
            await claim(false, test)
        }
        #expect(isOn(test)[0] == true)
        let ofGuarded = test.events.filter {
            if case .refused("org.example.test.guarded", _) = $0 { true } else { false }
        }
        #expect(ofGuarded.isEmpty)
        await test.stop()
    }

    @Test("a control that cannot be turned off is tried again after 1, 2, 4 … s, with a fault in the meantime")
    func retries() async throws {
        let test = try await makePanel()
        let free = "org.example.test.free"
        test.engine.performOverride = { $0 == free ? .fail("it sticks") : nil }
        test.forgetEvents()
        await claim(true, test)
        // A repeated report of the same state causes no further try.
        for _ in 0..<20 { await claim(true, test) }
        let failures = test.events.filter {
            if case .failed(free, _) = $0 { true } else { false }
        }
        #expect((4...6).contains(failures.count), "\(failures.count) tries in 21 s: at 0, 1, 3, 7, 15 s")
        #expect(test.events.count { $0 == .statusShown("Free: it sticks") } == 1, "the fault stands for further tries")
        #expect(
            test.engine.faults.map(\.description).contains(
                "interlock of '\(free)': 'Free' stays on beside 'Fake': it could not be turned off; the panel tries again"
            ))
        test.engine.performOverride = nil
        await test.advance(.seconds(60))
        #expect(isOn(test) == [true, false, false])
        #expect(test.engine.faults.map(\.description) == [Self.fault])
        await test.stop()
    }

    // MARK: Controls that other programs turn on

    /// Two toggles with sensors: Left is on GPIO4 and GPIO6, Right on GPIO5 and GPIO7.
    private func makePair(left: String = "", right: String) async throws -> TestPanel {
        let yaml = """
            name: Test
            domain: org.example.test
            controls:
              left: {title: Left, toggle: {line: GPIO4}, sensor: {line: GPIO6}\(left)}
              right: {title: Right, toggle: {line: GPIO5}, sensor: {line: GPIO7}\(right)}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            """
        let test = try await TestPanel.locked(yaml, extensions: [:])
        try await test.start()
        return test
    }

    /// The panel's performances of a control, and the control's faults.
    private func actions(_ name: String, _ test: TestPanel) -> [PanelEvent] {
        let name = "org.example.test.\(name)"
        return test.events.filter {
            switch $0 {
            case .performed(name), .performing(name), .failed(name, _): true
            case .faultBegan(let fault), .faultEnded(let fault): fault.part == .interlock(name)
            default: false
            }
        }
    }

    @Test(
        "of two exclusive controls, the one that another program turns on stays on; the other takes its time to go off"
    )
    func mutual() async throws {
        let test = try await makePair(left: ", interlock: [right]", right: ", interlock: [left]")
        try test.board.sense("GPIO6", isActive: true)
        await test.advance(.seconds(1))
        test.engine.performOverride = { $0 == "org.example.test.left" ? .delay(.seconds(3)) : nil }
        test.forgetEvents()
        try test.board.sense("GPIO7", isActive: true)
        await test.advance(.milliseconds(3_500))
        #expect(actions("left", test).contains(.performed(kind: "org.example.test.left")))
        try test.board.sense("GPIO6", isActive: false)
        await test.advance(.seconds(10))
        #expect(test.engine.snapshot(of: "left", as: .authenticated)?.isOn == false)
        #expect(actions("right", test).isEmpty)
        for case .faultBegan(let fault) in test.events { Issue.record("\(fault)") }
        await test.stop()
    }

    @Test("only the control that gives way now is turned off, and not the one that gave way before")
    func turns() async throws {
        let test = try await makePair(left: ", interlock: [right]", right: ", interlock: [left]")
        for line in ["GPIO6", "GPIO7"] {
            try test.board.sense(line, isActive: true)
            await test.advance(.milliseconds(100))
        }
        #expect(!actions("left", test).isEmpty)
        try test.board.sense("GPIO6", isActive: false)
        await test.advance(.seconds(5))
        test.forgetEvents()
        test.engine.performOverride = { $0 == "org.example.test.right" ? .fail("it sticks") : nil }
        try test.board.sense("GPIO6", isActive: true)
        await test.advance(.seconds(10))
        #expect(!actions("right", test).isEmpty)
        #expect(actions("left", test).isEmpty, "\(actions("left", test))")
        await test.stop()
    }

    @Test("a control that may not be on beside another one is turned off itself, when another program turns it on")
    func itself() async throws {
        let test = try await makePair(right: ", interlock: [left]")
        try test.board.sense("GPIO6", isActive: true)
        await test.advance(.seconds(1))
        test.forgetEvents()
        try test.board.sense("GPIO7", isActive: true)
        await test.advance(.milliseconds(100))
        #expect(actions("right", test).contains(.performed(kind: "org.example.test.right")))
        #expect(actions("left", test).isEmpty)
        await test.stop()
    }

    @Test("a control that another program turns on stays on beside one that a person is turning off")
    func goingOff() async throws {
        let test = try await makePair(right: ", interlock: [left]")
        try test.board.sense("GPIO6", isActive: true)
        await test.advance(.seconds(1))
        test.engine.performOverride = { $0 == "org.example.test.left" ? .delay(.seconds(3)) : nil }
        test.engine.perform("left", isOn: false)
        await test.advance(.seconds(1))
        test.forgetEvents()
        try test.board.sense("GPIO7", isActive: true)
        await test.advance(.seconds(1))
        try test.board.sense("GPIO6", isActive: false)
        await test.advance(.seconds(10))
        #expect(actions("right", test).isEmpty, "\(actions("right", test))")
        await test.stop()
    }

    @Test("the fault of a control that cannot be turned off begins once, however often it is tried")
    func oneFault() async throws {
        let test = try await makePanel()
        let free = "org.example.test.free"
        // Each try fails at its time limit.
        test.engine.performOverride = { $0 == free ? .delay(.seconds(60)) : nil }
        test.forgetEvents()
        await claim(true, test)
        await test.advance(.seconds(200))
        let part = PanelFault.Part.interlock(free)
        let faults = test.events.filter {
            switch $0 {
            case .faultBegan(let fault), .faultEnded(let fault): fault.part == part
            default: false
            }
        }
        #expect(faults.count == 1, "\(faults)")
        #expect(test.engine.snapshot(of: free, as: .authenticated)?.isOn == true)
        await test.stop()
    }

    @Test("a control that is still turning on when an exclusive one turns on is turned off as soon as it is on")
    func late() async throws {
        let test = try await makePanel()
        #expect(await test.perform("free", isOn: false, by: .trusted) == .performed())
        let free = "org.example.test.free"
        test.engine.performOverride = { $0 == free ? .delay(.seconds(2)) : nil }
        test.engine.perform("free", isOn: true)
        await test.advance(.milliseconds(500))
        test.engine.performOverride = nil
        await claim(true, test)
        await test.advance(.seconds(2))
        #expect(isOn(test) == [true, false, false])
        await test.stop()
    }

    @Test("a control that is still turning on stays on if the exclusive one has turned off again by then")
    func inTime() async throws {
        let test = try await makePanel()
        #expect(await test.perform("free", isOn: false, by: .trusted) == .performed())
        let free = "org.example.test.free"
        test.engine.performOverride = { $0 == free ? .delay(.seconds(3)) : nil }
        test.engine.perform("free", isOn: true)
        test.engine.performOverride = nil
        await claim(true, test)
        await claim(false, test)
        await test.advance(.seconds(2))
        #expect(isOn(test)[2] == true)
        await test.stop()
    }

    @Test("a refusal names the control that is on, unless that is private")
    func refusal() async throws {
        for (privacy, reason) in [("", "not while 'Left' is on"), (", privacy: state", "not now")] {
            let test = try await makePair(left: privacy, right: ", interlock: [left]")
            try test.board.sense("GPIO6", isActive: true)
            await test.advance(.seconds(1))
            let outcome = await test.perform("right", isOn: true, by: .trusted)
            #expect(outcome == .refused(reason), "\(outcome)")
            await test.stop()
        }
    }

    private static let requesters: [(Requester, isUnlocked: Bool, staysOn: Bool)] = [
        (stranger, false, true), (alice, false, false), (.trusted, false, false), (.panel, false, true),
        (.panel, true, false), (stranger, true, true), (.itself, true, true),
    ]

    @Test(
        "a requester who turns a control on turns off, by an interlock, only controls that the requester may turn off",
        arguments: [kind, "scene"])
    func performing(control: String) async throws {
        for (requester, isUnlocked, staysOn) in Self.requesters {
            let test = try await makePanel()
            if isUnlocked { await test.unlock() }
            let isOn = control == Self.kind ? true : nil
            #expect(await test.perform(control, isOn: isOn, by: requester) == .performed())
            #expect(self.isOn(test) == [staysOn, false, false], "\(requester)")
            #expect(test.engine.faults.map(\.description) == (staysOn ? [Self.fault] : []))
            fake.isOn = [:]
            await test.stop()
        }
    }

    @Test(
        "a timer's end turns off by an interlock what the person who began it could turn off", arguments: [false, true])
    func timer(isByAlice: Bool) async throws {
        let test = try await makePanel()
        _ = await test.perform("later", isOn: true, by: isByAlice ? Self.alice : Self.stranger)
        await test.advance(.seconds(11))
        #expect(test.engine.snapshot(of: Self.kind)?.isOn == true)
        #expect(isOn(test) == [!isByAlice, false, false])
        await test.stop()
    }

    @Test("an extension's control that turns on as a resident turns it off turns off no guarded control")
    func againstTheAnswer() async throws {
        let test = try await makePanel()
        fake.reply = { _ in
            .success(PerformReply(evaluation: FakeExtension.toggle(SnapshotRequest(kind: Self.kind), isOn: true)))
        }
        #expect(await test.perform(Self.kind, isOn: false, by: Self.alice) == .performed())
        #expect(test.engine.snapshot(of: Self.kind)?.isOn == true)
        #expect(isOn(test)[0] == true)
        #expect(test.engine.faults.count == 1)
        await test.stop()
    }

    @Test("an interlock has the same limits while an answer is awaited, during which the panel may lock itself")
    func waiting() async throws {
        let test = try await makePanel()
        fake.holdsPerformances = true
        await test.unlock()
        _ = test.engine.perform(Self.kind, isOn: true, answers: [:], by: .panel, completion: nil)
        await test.advance(.zero)
        // A control that is turning on counts as on.
        #expect(isOn(test) == [false, false, false])
        test.engine.lockPanel()
        fake.finishPerforming()
        await test.advance(.zero)
        #expect(test.engine.faults == [])
        await test.stop()
    }

    @Test(
        "a fault that reveals a private state is shown only to viewers who may see the state", arguments: [true, false])
    func privately(isGuardedPrivate: Bool) async throws {
        if !isGuardedPrivate {
            let evaluate = fake.evaluate
            fake.evaluate = { request in
                evaluate(request).map { evaluation in
                    var evaluation = evaluation
                    evaluation.control.privacy.state = true
                    return evaluation
                }
            }
        }
        let yaml =
            isGuardedPrivate
            ? Self.yaml.replacing("required, interlock", with: "required, privacy: state, interlock")
            : Self.yaml
        let test = try await makePanel(yaml)
        let record = PanelRecord()
        record.watchAsProgram(test)
        await claim(true, test)
        #expect(isOn(test)[0] == true)
        #expect(test.engine.faults == [])
        #expect(test.engine.faults(as: .anybody) == [])
        #expect(test.engine.faults(as: .authenticated).map(\.description) == [Self.fault])
        #expect(test.engine.displaySink?.shown?.texts.contains { $0.contains("stays on") } == false)
        record.askAsProgram(test)
        await test.unlock()
        #expect(test.engine.faults.map(\.description) == [Self.fault])
        #expect(test.engine.faults(as: .anybody) == [])
        record.askAsProgram(test)
        for line in record.lines where line.contains("stays on") || line.contains("interlock") {
            Issue.record("\(line)")
        }
        await claim(false, test)
        #expect(test.engine.faults(as: .authenticated) == [])
        await test.stop()
    }

    @Test("the fault ends with the extension's placement")
    func removed() async throws {
        let test = try await makePanel()
        await claim(true, test)
        #expect(test.engine.faults.count == 1)
        var panel = test.engine.description
        for index in panel.buttons.indices { panel.buttons[index].hold = nil }
        test.engine.rearrange(as: panel)
        await test.advance(.zero)
        #expect(test.engine.faults.filter { $0.part == .interlock("org.example.test.guarded") } == [])
        await test.stop()
    }
}
