import Configuration
import ControlModel
import EventLoop
import Foundation
import Indicators
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// A private control's output is the same on or off for viewers who may not see it, and its changes cause no event
/// (A3).
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct RedactionTests {
    /// A control of config/hallway.yaml with a private state, and the way in which it changes without a hold.
    private enum PrivateControl: String, CaseIterable, CustomTestStringConvertible {
        case door, alarm

        var testDescription: String { rawValue }
        /// The line of the button that performs the control.
        var button: String { self == .door ? "GPIO27" : "GPIO7" }

        @PanelActor
        func change(to isOn: Bool, on test: TestPanel) async throws {
            switch self {
            case .door: try test.board.sense("GPIO24", isActive: isOn)
            case .alarm: _ = await test.perform(rawValue, isOn: isOn, by: .trusted)
            }
            await test.advance(.seconds(2))
        }
    }

    private static var hallway: String {
        get throws {
            let url = URL(filePath: #filePath).appending(path: "../../../../../config/hallway.yaml").standardized
            return try String(contentsOf: url, encoding: .utf8)
        }
    }

    private struct Hallway {
        let test: TestPanel
        let leds: FakeLEDs
        let record: PanelRecord

        @PanelActor
        init() async throws {
            leds = FakeLEDs("rgb:door")
            record = PanelRecord()
            test = try await TestPanel.locked(RedactionTests.hallway, leds: leds, display: record)
            try await test.start()
            await test.advance(.seconds(5))
        }
    }

    @Test("A3 the test knows all controls of hallway.yaml with a private state")
    func complete() throws {
        let panel = try PanelFile.parse(Array(try Self.hallway.utf8), file: "hallway.yaml")
        let keys = panel.controls.filter { $0.privacy != .none }.map(\.key)
        #expect(keys == PrivateControl.allCases.map(\.rawValue))
        #expect(panel.controls.contains { $0.privacy == .state && $0.action.isToggle })
    }

    /// The output without a PIN about a control in this state, with listings and holds.
    private func record(of control: PrivateControl, isOn: Bool) async throws -> [String] {
        let hallway = try await Hallway()
        let (test, record) = (hallway.test, hallway.record)
        // The other state first, so that both records contain a change.
        try await control.change(to: !isOn, on: test)
        try await control.change(to: isOn, on: test)
        record.watch(test)
        record.ask(test, hallway.leds)
        try await test.hold(control.button, for: .milliseconds(80))
        record.ask(test, hallway.leds)
        await test.advance(.seconds(4))
        test.engine.reloadAll()
        await test.advance(.seconds(4))
        try await test.hold(control.button, for: .milliseconds(1_200))
        record.ask(test, hallway.leds)
        #expect(test.engine.pendingControl != nil)
        await test.advance(.seconds(20))
        for isOn in [true, false] {
            let outcome = await test.perform(
                control.rawValue, isOn: isOn, by: .program(session: nil, actor: .program(user: 1_000)))
            record.lines.append("\(outcome as Any)")
        }
        let outcome = await test.perform(control.rawValue, by: .programWithPIN(actor: .program(user: 1_000)))
        record.lines.append("\(outcome as Any)")
        await test.advance(.seconds(4))
        record.ask(test, hallway.leds)
        let lines = record.lines
        await test.stop()
        return lines
    }

    @Test(
        "A3 all output of the panel about a private control is the same, byte for byte, on and off",
        arguments: PrivateControl.allCases)
    private func same(_ control: PrivateControl) async throws {
        let on = try await record(of: control, isOn: true)
        let off = try await record(of: control, isOn: false)
        #expect(on.count > 60)
        for (on, off) in zip(on, off) where on != off {
            Issue.record("on:  \(on)\noff: \(off)")
        }
        #expect(on.count == off.count)
    }

    @Test("A3 a change of a private state is no event, no frame and no word", arguments: PrivateControl.allCases)
    private func silent(_ control: PrivateControl) async throws {
        let hallway = try await Hallway()
        let (test, record) = (hallway.test, hallway.record)
        record.lines = []
        record.ask(test, hallway.leds)
        let before = record.lines
        record.watch(test)
        // A performance itself is public, because its requester is visible. A sensor's change and a line that another
        // program switches must stay hidden.
        if control == .alarm {
            try test.board.force("GPIO25", isActive: true)
            test.engine.reloadAll()
            await test.advance(.seconds(2))
            #expect(test.engine.snapshot(of: "alarm", as: .authenticated)?.isOn == true)
        } else {
            try await control.change(to: true, on: test)
            #expect(test.engine.snapshot(of: "door", as: .authenticated)?.valueText == "Ajar")
        }
        #expect(record.lines == [])
        record.ask(test, hallway.leds)
        #expect(record.lines == before)
        await test.stop()
    }

    /// An evaluation whose every text differs by the private state. The extension also claims that it has left the
    /// state out.
    private static func secret(_ kind: String, isOn: Bool) -> ControlEvaluation {
        var found = FakeExtension.toggle(SnapshotRequest(kind: kind), isOn: isOn, intent: isOn ? "Disarm" : "Arm")
        found.control.privacy.state = true
        found.control.isRedacted = true
        found.control.tint = isOn ? .red : .green
        found.control.symbol = .system(isOn ? "bell" : "bell.slash")
        found.running = found.control
        return found
    }

    /// The output about an extension's control that is on or off.
    private func record(ofExtension isOn: Bool, failing: Bool) async throws -> [String] {
        let kind = FakeExtension.lamp
        let fake = FakeExtension(kinds: [kind])
        fake.evaluate = { _ in .success(Self.secret(kind, isOn: isOn)) }
        fake.reply = { _ in
            guard !failing else { return .success(PerformReply(failure: isOn ? "it is armed" : "it is not armed")) }
            return .success(PerformReply(evaluation: Self.secret(kind, isOn: !isOn)))
        }
        let record = PanelRecord()
        let yaml =
            SamplePanel.extended + """

                display: {device: /dev/lcd, columns: 16, rows: 2}
                keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
                """
        let test = try await TestPanel.locked(yaml, display: record, extensions: ["focus": fake])
        try await test.start()
        await test.advance(.seconds(2))
        record.watch(test)
        record.ask(test)
        try await test.hold("GPIO17", for: .milliseconds(80))
        try await test.hold("GPIO17", for: .milliseconds(600))
        await test.advance(.seconds(5))
        record.ask(test)
        #expect(test.engine.snapshot(of: kind, as: .authenticated)?.isRedacted == false, "an extension does not say so")
        #expect(
            test.engine.lists.intents.intents(as: .authenticated).map(\.name) == [isOn == failing ? "Disarm" : "Arm"])
        let lines = record.lines
        await test.stop()
        return lines
    }

    @Test("A3 an extension's private control has equal output on and off, also on failure", arguments: [false, true])
    func ofExtension(failing: Bool) async throws {
        let off = try await record(ofExtension: false, failing: failing)
        let on = try await record(ofExtension: true, failing: failing)
        #expect(off.count > 10 && off.count == on.count)
        for (off, on) in zip(off, on) where off != on {
            Issue.record("off: \(off)\non:  \(on)")
        }
    }

    /// The output about a control that is on or off and that a trusted button performs.
    private func record(ofTrustedHold action: String, isOn: Bool) async throws -> [String] {
        let record = PanelRecord()
        let test = try await TestPanel.locked(
            """
            name: Test
            domain: org.example.test
            controls:
              secret: {title: Secret, symbol: bell, value_on: Armed, hint_turn_on: Arm, status_turn_on: Armed Now, tint: red,
                toggle: {\(action)}, authentication: required, privacy: state}
            buttons:
              exit: {line: GPIO17, hold: secret, trusted: true}
            lights:
              secret: {line: GPIO26, shows: secret}
              status: {red: GPIO9, green: GPIO10, blue: GPIO11, shows: status}
            keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
            display: {device: /dev/lcd, columns: 16, rows: 2}
            """, display: record)
        try await test.start()
        if isOn { _ = await test.perform("secret", isOn: true, by: .trusted) }
        await test.advance(.seconds(10))
        record.watch(test)
        try await test.hold("GPIO17", for: .milliseconds(600))
        await test.advance(.seconds(10))
        record.ask(test)
        let lines = record.lines
        await test.stop()
        return lines
    }

    @Test(
        "A3 a performance without a PIN does not reveal its direction",
        arguments: ["line: GPIO18", "line: GPIO18, max_time: 1h", "timer: 25m"])
    func trusted(action: String) async throws {
        let off = try await record(ofTrustedHold: action, isOn: false)
        let on = try await record(ofTrustedHold: action, isOn: true)
        #expect(off.contains { $0.contains("logged performed") })
        #expect(off.count == on.count)
        for (off, on) in zip(off, on) where off != on {
            Issue.record("off: \(off)\non:  \(on)")
        }
    }

    @Test(
        "A3 a viewer with a PIN sees the private state; a PIN at the pad shows it only at the panel",
        arguments: PrivateControl.allCases)
    private func seen(_ control: PrivateControl) async throws {
        let hallway = try await Hallway()
        let (test, record) = (hallway.test, hallway.record)
        try await control.change(to: true, on: test)
        #expect(test.engine.snapshot(of: control.rawValue)?.isRedacted == true)
        #expect(test.engine.snapshot(of: control.rawValue, as: .authenticated)?.isRedacted == false)
        record.watch(test)
        await test.unlock()
        #expect(test.engine.snapshot(of: control.rawValue)?.isRedacted == false)
        #expect(test.engine.snapshot(of: control.rawValue, as: .anybody)?.isRedacted == true)
        #expect(record.lines.contains { $0.contains("seen controlChanged") })
        #expect(!record.lines.contains { $0.contains("logged controlChanged") })
        record.lines = []
        try await control.change(to: false, on: test)
        #expect(record.lines.contains { $0.contains("seen controlChanged") })
        #expect(!record.lines.contains { $0.contains("logged controlChanged") || $0.contains("\"event\":\"control\"") })
        test.engine.lockPanel()
        #expect(test.engine.snapshot(of: control.rawValue)?.isRedacted == true)
        await test.stop()
    }
}
