import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// Private words stay out of other controls' texts: of scenes, interlocks, lights and views (A3: redaction).
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct RedactedWordsTests {
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
    private static let resident = Requester.programWithPIN(actor: .person("alice", at: .remote))

    @Test("A3 a private label does not appear in the words of a scene, an interlock, a view or a light")
    func label() async throws {
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              cellar: {title: Wine Cellar, toggle: {line: GPIO5}, privacy: label}
              lamp: {title: Lamp, toggle: {line: GPIO6}, interlock: [cellar]}
              look: {title: Look, button: {open: cellar}}
              scene: {title: Scene, button: {set: {cellar: true}}}
            lights:
              cellar: {line: GPIO26, shows: cellar}
            """)
        try await test.start()
        let record = PanelRecord()
        record.watchAsProgram(test)
        #expect(await test.perform("cellar", isOn: true, by: Self.stranger) == .performed())
        #expect(await test.perform("lamp", by: Self.stranger)?.failure == "not while 'Test' is on")
        #expect(await test.perform("look", by: Self.stranger)?.opens?.title == "Test")
        test.engine.performOverride = { $0.hasSuffix("cellar") ? .fail("no bottle left") : nil }
        #expect(await test.perform("scene", by: Self.stranger)?.failure == "'Test': no bottle left")
        record.askAsProgram(test)
        try test.board.unplug()
        await test.advance(.seconds(1))
        #expect(await test.perform("lamp", by: Self.stranger)?.failure == "it is not known whether 'Test' is on")
        record.askAsProgram(test)
        #expect(record.lines.contains { $0.hasPrefix("lights") && $0.contains("the state of 'Test' is not known") })
        #expect(record.lines.contains { $0.hasPrefix("told") && $0.contains(#""event":"opened""#) })
        for line in record.lines where line.contains("Wine") { Issue.record("\(line)") }
        await test.stop()
    }

    private static let safe = "org.example.fake.safe"

    /// An evaluation whose every text differs by the state.
    private static func secret(isOn: Bool, opens: OpenTarget?) -> ControlEvaluation {
        var found = FakeExtension.toggle(SnapshotRequest(kind: safe), isOn: isOn, intent: isOn ? "Disarm" : "Arm")
        found.control.displayName = isOn ? "Armed Safe" : "Open Safe"
        found.control.title = isOn ? "Armed" : "Open"
        found.control.privacy.state = true
        found.running = found.control
        found.intent?.opens = opens
        found.intent?.opensBeforePerforming = opens != nil
        return found
    }

    /// The output about an extension's control that is on or off, by the controls that set, exclude, open and show it.
    /// The record includes the time after the extension has vanished.
    private func record(isOn: Bool, opensBefore: Bool) async throws -> [String] {
        let fake = FakeExtension(kinds: [Self.safe])
        let target = OpenTarget(
            type: "View", typeName: "View", value: .string(isOn ? "armed" : "open"), title: isOn ? "Armed" : "Open")
        fake.evaluate = { _ in .success(Self.secret(isOn: isOn, opens: opensBefore ? target : nil)) }
        fake.reply = { _ in
            .success(PerformReply(failure: isOn ? "it is armed" : "it is open", opens: target))
        }
        let record = PanelRecord()
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO6}, interlock: [\(Self.safe)]}
              look: {title: Look, button: {open: \(Self.safe)}}
              scene: {title: Scene, button: {set: {\(Self.safe): true}}}
            buttons:
              exit: {line: GPIO17, hold: \(Self.safe), trusted: true}
            lights:
              safe: {line: GPIO26, shows: \(Self.safe)}
            extensions:
              - {name: fake, domain: org.example.fake}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            display: {device: /dev/lcd, columns: 16, rows: 2}
            """, display: record, extensions: ["fake": fake])
        try await test.start()
        await test.advance(.seconds(2))
        #expect(test.engine.snapshot(of: Self.safe, as: .authenticated)?.isOn == isOn)
        record.watch(test)
        var opened: [OpenTarget] = []
        test.engine.observe(as: .authenticated) { if case .opened(let target) = $0 { opened.append(target) } }
        for control in ["look", "scene", Self.safe] {
            let outcome = await test.perform(control, by: Self.stranger)
            // The safe's outcome has its target for the requester. The socket's answer leaves out the target and the
            // reason.
            if control != Self.safe { record.lines.append("\(outcome as Any)") }
        }
        try await test.hold("GPIO17", for: .milliseconds(600))
        await test.advance(.seconds(5))
        #expect(opened.filter { $0 == target }.count == 3, "those who see what is private are told")
        record.ask(test)
        fake.manner = .absent
        fake.vanished?()
        await test.advance(.seconds(1))
        record.lines.append("\(await test.perform("lamp", by: Self.stranger) as Any)")
        record.lines.append("\(await test.perform("scene", by: Self.stranger) as Any)")
        record.ask(test)
        let lines = record.lines
        await test.stop()
        return lines
    }

    @Test(
        "A3 other controls' texts about a private state are the same on or off, opening before or after",
        arguments: [false, true])
    func state(opensBefore: Bool) async throws {
        let off = try await record(isOn: false, opensBefore: opensBefore)
        let on = try await record(isOn: true, opensBefore: opensBefore)
        for words in [
            "'Fake': the reason is private", "the state of 'Fake' is not known", "whether 'Fake' is on",
            #"title: "Fake""#, "refused", #""event":"failed""#,
        ] {
            #expect(off.contains { $0.contains(words) }, "\(words)")
        }
        expectSame(off, on)
    }

    @Test("an interlock's refusal has the other control's value text, unless the text is private")
    func valueTexts() async throws {
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              well: {title: Well, sensor: {line: GPIO24, active: high, pull: up, value_on: Empty, value_off: Water}}
              valve: {title: Valve, toggle: {line: GPIO5}, value_on: Open}
              safe: {title: Safe, toggle: {line: GPIO6}, value_on: Ajar, privacy: value}
              pump: {title: Pump, toggle: {line: GPIO18}, interlock: [well, valve, safe]}
            """)
        try await test.start()
        #expect(await test.perform("pump", isOn: true, by: Self.stranger)?.failure == "not while 'Well' is Empty")
        try test.board.connect("GPIO24", toHigh: false)
        await test.advance(.seconds(1))
        _ = await test.perform("valve", isOn: true, by: Self.stranger)
        #expect(await test.perform("pump", isOn: true, by: Self.stranger)?.failure == "not while 'Valve' is Open")
        _ = await test.perform("valve", isOn: false, by: Self.stranger)
        _ = await test.perform("safe", isOn: true, by: Self.stranger)
        #expect(await test.perform("pump", isOn: true, by: Self.stranger)?.failure == "not while 'Safe' is on")
        await test.stop()
    }

    @Test("A3 the reason of a private control's refusal or failure is told only to viewers who may see the control")
    func reasons() async throws {
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              hidden: {title: Hidden, toggle: {line: GPIO5}, privacy: state, interlock: [lamp]}
              lamp: {title: Lamp, toggle: {line: GPIO6}}
            """)
        try await test.start()
        var told: [Viewpoint: [String]] = [:]
        for viewpoint in [Viewpoint.authenticated, .anybody, .panel] {
            test.engine.observe(as: viewpoint) { event in
                switch event {
                case .refused(_, let reason), .failed(_, let reason): told[viewpoint, default: []].append(reason)
                default: break
                }
            }
        }
        _ = await test.perform("lamp", isOn: true, by: Self.stranger)
        #expect(await test.perform("hidden", isOn: true, by: Self.stranger)?.failure == "the reason is private")
        #expect(await test.perform("hidden", isOn: true, by: Self.resident)?.failure == "not while 'Lamp' is on")
        _ = await test.perform("lamp", isOn: false, by: Self.stranger)
        test.engine.performOverride = { _ in .fail("it sticks") }
        _ = await test.perform("hidden", isOn: true, by: Self.stranger)
        let refusal = "not while 'Lamp' is on"
        #expect(told[.authenticated] == [refusal, refusal, "it sticks"])
        for viewpoint in [Viewpoint.anybody, .panel] {
            #expect(told[viewpoint] == Array(repeating: "the reason is private", count: 3))
        }
        #expect(test.engine.lists.controls.listed("hidden")?.snapshot.failure == nil)
        await test.stop()
    }
}

/// Checks that two records are indistinguishable.
func expectSame(_ off: [String], _ on: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(off.count == on.count, sourceLocation: sourceLocation)
    // A few differing lines are enough for a diagnosis.
    for (off, on) in zip(off, on).filter({ $0 != $1 }).prefix(3) {
        Issue.record("off: \(off)\non:  \(on)", sourceLocation: sourceLocation)
    }
}
