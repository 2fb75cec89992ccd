import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// Actions reveal no private state either: by the panel itself, by an intent's name, or by a timer's end (A3:
/// redaction).
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct RedactedPerformancesTests {
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
    private static let resident = Requester.programWithPIN(actor: .person("alice", at: .remote))

    // MARK: Automatic actions

    /// The cause that turns on a control with a private interlocked one.
    enum Cause: CaseIterable {
        case performed, switchedByHand
    }

    private static let interlocked = """
        name: Test
        domain: org.example.test
        controls:
          hidden: {title: Hidden, status_turn_off: Disarmed, toggle: {line: GPIO5}, privacy: state, interlock: [lamp]}
          lamp: {title: Lamp, toggle: {line: GPIO6}}
          bell: {title: Bell, status: Rung, button: {pulse: GPIO23, for: 100ms}}
        buttons:
          action: {line: GPIO17, hold: lamp}
        lights:
          hidden: {line: GPIO26, shows: hidden}
          status: {red: GPIO9, green: GPIO10, blue: GPIO11, shows: status}
        sound: {line: GPIO12}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        display: {device: /dev/lcd, columns: 16, rows: 2}
        """

    /// The visible and reported output when a lamp turns on, while its interlocked control was on or off.
    private func record(ofInterlocked isOn: Bool, _ cause: Cause, isUnlocked: Bool) async throws -> [String] {
        let record = PanelRecord()
        let test = try await TestPanel.locked(Self.interlocked, display: record)
        try await test.start()
        if isOn { _ = await test.perform("hidden", isOn: true, by: .trusted) }
        await test.advance(.seconds(10))
        if isUnlocked { await test.unlock() }
        // A public status and hint, which a private text could cover.
        _ = await test.perform("bell", by: Self.stranger)
        try await test.hold("GPIO17", for: .milliseconds(80))
        await test.advance(.milliseconds(500))
        // Viewers at an unlocked panel see all of it.
        if isUnlocked { record.watchAsProgram(test) } else { record.watch(test) }
        test.forgetEdges()
        record.lines = []
        switch cause {
        case .performed: _ = await test.perform("lamp", isOn: true, by: Self.stranger)
        case .switchedByHand:
            try test.board.force("GPIO6", isActive: true)
            test.engine.reload("lamp")
        }
        record.lines.removeAll { isUnlocked && $0.hasPrefix("display") }
        record.askAsProgram(test)
        for _ in 0..<8 {
            await test.advance(.milliseconds(500))
            record.lines.removeAll { isUnlocked && $0.hasPrefix("display") }
            if isUnlocked { record.askAsProgram(test) } else { record.ask(test) }
        }
        record.lines.append("heard \(test.edges["GPIO12", default: 0])")
        #expect(test.engine.snapshot(of: "hidden", as: .authenticated)?.isOn == false)
        #expect(test.edges["GPIO5"] == (isOn ? 1 : nil))
        let lines = record.lines
        await test.stop()
        return lines
    }

    @Test(
        "A3 a private interlocked control turns off without a word, a sound or a light",
        arguments: Cause.allCases, [false, true])
    func byItself(cause: Cause, isUnlocked: Bool) async throws {
        let off = try await record(ofInterlocked: false, cause, isUnlocked: isUnlocked)
        let on = try await record(ofInterlocked: true, cause, isUnlocked: isUnlocked)
        #expect(off.contains { $0.contains("controlChanged") && $0.contains("lamp") })
        #expect(off.contains { $0.hasPrefix("texts") && $0.hasSuffix("Rung") })
        expectSame(off, on)
    }

    @Test("A3 the failure or delay of turning a private interlocked control off is hidden too")
    func hardly() async throws {
        for override in [PerformOverride.fail("it sticks"), .delay(.seconds(2))] {
            var lines: [[String]] = []
            for isOn in [false, true] {
                let record = PanelRecord()
                let test = try await TestPanel.locked(Self.interlocked, display: record)
                try await test.start()
                if isOn { _ = await test.perform("hidden", isOn: true, by: .trusted) }
                await test.advance(.seconds(10))
                record.watch(test)
                test.engine.performOverride = { $0.hasSuffix("hidden") ? override : nil }
                for isLit in [true, false, true] {
                    _ = await test.perform("lamp", isOn: isLit, by: Self.stranger)
                    record.ask(test)
                }
                await test.advance(.seconds(4))
                record.ask(test)
                lines.append(record.lines)
                await test.stop()
            }
            expectSame(lines[0], lines[1])
        }
    }

    // MARK: Timers

    @Test(
        "A3 a private timer is no activity to viewers who may not see it",
        arguments: ["state", "label", "value"])
    func activity(privacy: String) async throws {
        let record = PanelRecord()
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              steep: {title: Steeping, value_on: Darjeeling, toggle: {timer: 1m}, privacy: \(privacy)}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            display: {device: /dev/lcd, columns: 16, rows: 2}
            """, display: record)
        try await test.start()
        record.watch(test)
        var shown = 0
        test.engine.observe(as: .authenticated) { if case .activityShown = $0 { shown += 1 } }
        _ = await test.perform("steep", isOn: true, by: Self.resident)
        record.ask(test)
        #expect(shown == 1 && test.engine.activities(as: .authenticated).map(\.title) == ["Steeping"])
        await test.advance(.seconds(61))
        #expect(test.engine.activities(as: .authenticated).isEmpty)
        let secret = privacy == "label" ? "Steeping" : "Darjeeling"
        for line in record.lines where line.contains("activity") || line.contains(secret) {
            Issue.record("\(line)")
        }
        #expect(record.lines.contains("activities []"))
        await test.stop()
    }

    @Test("A3 the end of a private timer is no event, whatever follows it")
    func done() async throws {
        let record = PanelRecord()
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              armed: {title: Armed, toggle: {timer: 1m, done: {set: {siren: true}}}, privacy: state}
              siren: {title: Siren, toggle: {line: GPIO5}, privacy: state}
            lights:
              status: {red: GPIO9, green: GPIO10, blue: GPIO11, shows: status}
            sound: {line: GPIO12}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            display: {device: /dev/lcd, columns: 16, rows: 2}
            """, display: record)
        try await test.start()
        _ = await test.perform("armed", isOn: true, by: Self.resident)
        await test.advance(.seconds(30))
        record.lines = []
        record.ask(test)
        let before = record.lines
        record.watch(test)
        await test.advance(.seconds(40))
        #expect(test.engine.snapshot(of: "siren", as: .authenticated)?.isOn == true)
        #expect(record.lines == [])
        record.lines = []
        record.ask(test)
        #expect(record.lines == before)
        await test.stop()
    }

    // MARK: By name

    private static let safe = "org.example.fake.safe"

    /// The output to programs without a PIN while a permitted requester runs a private control's intent by name.
    private func record(ofIntentThat isOn: Bool) async throws -> [String] {
        let fake = FakeExtension(kinds: [Self.safe])
        let name = isOn ? "Disarm" : "Arm"
        var evaluation = FakeExtension.toggle(SnapshotRequest(kind: Self.safe), isOn: isOn, intent: name)
        evaluation.control.privacy.state = true
        evaluation.running = evaluation.control
        fake.evaluate = { [evaluation] _ in .success(evaluation) }
        fake.reply = { request in
            let target = OpenTarget(
                type: "View", typeName: "View", value: .string(request.intent), title: request.intent)
            let next = IntentReference(type: "After\(name)", title: "After")
            return .success(PerformReply(opens: target, next: request.intent == name ? next : nil))
        }
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls: {}
            buttons:
              action: {line: GPIO17, hold: \(Self.safe)}
            extensions:
              - {name: fake, domain: org.example.fake}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            """, extensions: ["fake": fake])
        try await test.start()
        await test.advance(.seconds(2))
        let record = PanelRecord()
        record.watchAsProgram(test)
        var opened: [String] = []
        test.engine.observe(as: .authenticated) { if case .opened(let target) = $0 { opened.append(target.title) } }
        let isThere = test.engine.executor.intents.run(
            intent: name, parameters: ["value": .bool(!isOn)], by: test.asking(Self.resident)
        ) { _ in }
        await test.advance(.seconds(2))
        #expect(isThere && opened == [name, "After\(name)"])
        #expect(fake.performances.map(\.intent) == [name, "After\(name)"])
        record.askAsProgram(test)
        #expect(test.engine.lists.intents.intents(as: .anybody).isEmpty)
        let lines = record.lines
        await test.stop()
        return lines
    }

    @Test("A3 C28 the intent of a private control that runs by name, and its targets, are hidden from others")
    func byName() async throws {
        let off = try await record(ofIntentThat: false)
        let on = try await record(ofIntentThat: true)
        #expect(off.contains { $0.hasPrefix("intents") })
        expectSame(off, on)
    }

    // MARK: Texts

    /// The output about a control with a status in one direction only, performed by the trusted button, while another
    /// status is shown.
    private func record(ofStatusBeside isOn: Bool) async throws -> [String] {
        let record = PanelRecord()
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              hidden: {title: Hidden, status_turn_on: Armed, toggle: {line: GPIO5}, privacy: state}
              bell: {title: Bell, status: Rung, button: {pulse: GPIO23, for: 100ms}}
            buttons:
              exit: {line: GPIO17, hold: hidden, trusted: true}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            display: {device: /dev/lcd, columns: 16, rows: 2}
            """, display: record)
        try await test.start()
        if isOn { _ = await test.perform("hidden", isOn: true, by: .trusted) }
        await test.advance(.seconds(10))
        record.watch(test)
        _ = await test.perform("bell", by: Self.stranger)
        try await test.hold("GPIO17", for: .milliseconds(600))
        record.ask(test)
        await test.advance(.seconds(10))
        record.ask(test)
        #expect(test.engine.surfaces.displays.status(as: .authenticated) == nil)
        let lines = record.lines
        await test.stop()
        return lines
    }

    @Test("A3 when the panel is locked, a public status reappears from behind a private one")
    func statusOnceLocked() async throws {
        let test = try await TestPanel.locked(Self.interlocked)
        try await test.start()
        await test.unlock()
        _ = await test.perform("hidden", isOn: true, by: .panel)
        await test.advance(.seconds(5))
        _ = await test.perform("bell", by: .panel)
        await test.advance(.seconds(1))
        _ = await test.perform("hidden", isOn: false, by: .panel)
        #expect(test.engine.status == "Disarmed" && test.engine.surfaces.displays.status(as: .anybody) == "Rung")
        test.forgetEvents()
        test.engine.lockPanel()
        #expect(test.engine.status == "Rung")
        await test.advance(.seconds(5))
        let told = test.events.filter {
            switch $0 {
            case .statusShown, .statusEnded: true
            default: false
            }
        }
        #expect(told == [.statusShown("Rung"), .statusEnded])
        await test.stop()
    }

    @Test("A3 a private status neither covers nor ends a public one")
    func status() async throws {
        let off = try await record(ofStatusBeside: false)
        let on = try await record(ofStatusBeside: true)
        #expect(off.contains { $0.contains("seen statusEnded") })
        #expect(off.contains { $0.hasPrefix("texts") && $0.hasSuffix("Rung") })
        expectSame(off, on)
    }
}
