import Configuration
import ControlModel
import EventLoop
import GPIO
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Store
import Testing

@testable import Panel

/// The recorded states of each control.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct ControlChangesTests {
    private static let yaml = """
        name: House
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          bell: {title: Bell, button: {pulse: GPIO6, for: 1s}}
          safe: {title: Safe, toggle: {line: GPIO13}, privacy: state}
          mode: {title: Mode, toggle: {line: GPIO12}, value_on: Day, value_off: Night, privacy: value}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """

    private func makeTest() async throws -> TestPanel {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        return test
    }

    private func snapshot(isOn: Bool? = nil, _ text: String? = nil, isPrivate: Bool = false) -> ControlSnapshot {
        var snapshot = ControlSnapshot(
            kind: "a.b", displayName: "A", template: isOn.map { .toggle(isOn: $0) } ?? .button, title: "A",
            valueText: text, hint: "")
        snapshot.privacy.state = isPrivate
        return snapshot
    }

    private func note(_ snapshot: ControlSnapshot, _ changes: inout ControlChanges, after seconds: Int = 0) {
        changes.note(
            snapshot, redacted: snapshot.redacted(rest: nil), at: .zero.advanced(by: .seconds(seconds)))
    }

    // MARK: The record

    @Test("the core keeps the last 200 changes of each control, the oldest first")
    func changes() async throws {
        let test = try await makeTest()
        for _ in 0..<300 {
            await test.advance(.seconds(1))
            test.engine.perform("lamp")
        }
        let changes = try #require(test.engine.lists.controls.changes(of: "lamp"))
        #expect(changes.count == 200)
        #expect(changes.last == ControlChange(time: test.clock.now, isOn: false, valueText: "Off"))
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.time < $1.time && $0.isOn != $1.isOn })
        #expect(test.engine.lists.controls.changes(of: "nothing") == nil)
        // A reload that finds the known state is no change.
        test.engine.reloadAll()
        #expect(test.engine.lists.controls.changes(of: "lamp") == changes)
        #expect(test.engine.lists.controls.changes(of: "bell") == [], "a button without a value has no state")
        await test.stop()
    }

    @Test("a ring gives its changes in their order, whatever their number")
    func order() {
        for count in [0, 1, 2, 199, 200, 201, 399, 400, 401, 1_000] {
            var changes = ControlChanges()
            for number in 0..<count { note(snapshot("\(number)"), &changes, after: number) }
            #expect(
                changes.list(true)
                    == (max(0, count - 200)..<count).map {
                        ControlChange(time: .zero.advanced(by: .seconds($0)), isOn: nil, valueText: "\($0)")
                    }, "\(count) changes")
        }
    }

    @Test("a state or text that the control has already is no change; a running button's label is none either")
    func same() {
        var changes = ControlChanges()
        for (seconds, isOn) in [false, false, true, true, false].enumerated() {
            note(snapshot(isOn: isOn, "x"), &changes, after: seconds)
        }
        #expect(changes.list(true)?.map(\.isOn) == [false, true, false])
        #expect(changes.list(true)?.map(\.time.nanoseconds) == [0, 2_000_000_000, 4_000_000_000])
        var texts = ControlChanges()
        for text in [nil, "21 °C", "21 °C", "22 °C", nil] { note(snapshot(text), &texts) }
        var running = snapshot("Ringing")
        running.isRunning = true
        note(running, &texts)
        #expect(texts.list(true)?.map(\.valueText) == ["21 °C", "22 °C", nil])
    }

    @Test("a value text takes 64 bytes at most, and is cut between characters")
    func longValue() {
        for (text, expected) in [
            (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
            (String(repeating: "x", count: 5_000), String(repeating: "x", count: 61) + "…"),
            (String(repeating: "°", count: 40), String(repeating: "°", count: 30) + "…"),
        ] {
            var changes = ControlChanges()
            note(snapshot(text), &changes)
            #expect(changes.list(true)?.map(\.valueText) == [expected])
            #expect(expected.utf8.count <= 64)
        }
    }

    @Test("an extension's preview is no state, and a value that its extension no longer confirms is no new one")
    func unknown() async throws {
        let fake = FakeExtension(kinds: [FakeExtension.timer, FakeExtension.lamp])
        let answer = fake.evaluate
        fake.evaluate = { _ in .failure(.lost) }
        let test = try TestPanel(SamplePanel.extended, extensions: ["focus": fake])
        try await test.start()
        func states() -> [Bool?]? {
            test.engine.lists.controls.changes(of: FakeExtension.lamp)?.map(\.isOn)
        }
        #expect(test.engine.snapshot(of: FakeExtension.lamp)?.isOn == false)
        #expect(states() == [])
        fake.evaluate = answer
        await test.advance(.seconds(60))
        #expect(test.engine.snapshot(of: FakeExtension.lamp)?.freshness == .fresh)
        #expect(states() == [false])
        fake.evaluate = { _ in .failure(.lost) }
        test.engine.reloadAll()
        await test.settle()
        #expect(test.engine.snapshot(of: FakeExtension.lamp)?.freshness == .stale)
        #expect(states() == [false])
        await test.stop()
    }

    // MARK: Reading the file again

    @Test("a panel that follows another one keeps the changes of the controls that stay, and of no other")
    func handover() async throws {
        let test = try TestPanel(SamplePanel.ordinary)
        let memory = PanelMemory(scheduler: test.clock)
        func makeEngine(_ yaml: String) throws -> PanelEngine {
            PanelEngine(
                try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml"), board: test.board, scheduler: test.clock,
                memory: memory)
        }
        let first = try makeEngine(SamplePanel.ordinary)
        try first.start()
        for control in ["lamp", "relay", "lamp"] {
            await test.advance(.seconds(1))
            first.perform(control)
        }
        let before = first.lists.controls.changes(of: "lamp")
        #expect(before?.map(\.isOn) == [false, true, false])
        first.stop()
        let withoutRelay = SamplePanel.ordinary
            .replacing("  relay: {title: Relay, toggle: {line: GPIO12, active: low}}\n", with: "")
            .replacing(", double_tap: relay", with: "")
        let second = try makeEngine(withoutRelay)
        try second.start()
        #expect(second.lists.controls.changes(of: "lamp") == before)
        second.stop()
        let third = try makeEngine(SamplePanel.ordinary)
        try third.start()
        #expect(third.lists.controls.changes(of: "lamp") == before)
        #expect(third.lists.controls.changes(of: "relay")?.count == 1, "the second panel had no such control")
        third.stop()
        // The file makes the control private, and public again.
        for isPrivate in [true, false] {
            let text = isPrivate ? ", privacy: state}" : "}"
            let engine = try makeEngine(
                SamplePanel.ordinary.replacing("{line: GPIO18}}", with: "{line: GPIO18}\(text)"))
            try engine.start()
            #expect(engine.lists.controls.changes(of: "lamp", as: .authenticated)?.count == 1)
            engine.perform("lamp")
            engine.stop()
        }
        await test.expectNothingLeft()
    }

    @Test("a successor that does not start leaves the changes for the panel that goes on")
    func failedHandover() async throws {
        let test = try TestPanel(SamplePanel.ordinary)
        let memory = PanelMemory(scheduler: test.clock)
        let board = FaultyBoard(test.board)
        func makeEngine() -> PanelEngine {
            PanelEngine(test.description, board: board, scheduler: test.clock, memory: memory)
        }
        let first = makeEngine()
        try first.start()
        first.perform("lamp")
        let before = first.lists.controls.changes(of: "lamp")
        #expect(before?.count == 2)
        first.stop(keeping: ["org.example.test.lamp"])
        board.requestErrors["GPIO26"] = .busy(line: "GPIO26", consumer: "gpioset")
        let second = makeEngine()
        #expect(throws: ConfigurationError.self) { try second.start() }
        board.requestErrors = [:]
        let again = makeEngine()
        try again.start(resuming: ["org.example.test.lamp": true])
        #expect(again.lists.controls.changes(of: "lamp") == before)
        again.stop()
        await test.expectNothingLeft()
    }

    // MARK: Privacy

    @Test("A3 people who may not see a private state see none of its changes")
    func privateChanges() async throws {
        let test = try await makeTest()
        for _ in 0..<301 {
            await test.advance(.seconds(1))
            test.engine.perform("safe")
        }
        #expect(test.engine.lists.controls.changes(of: "safe") == nil)
        #expect(test.engine.lists.controls.changes(of: "safe", as: .anybody) == nil)
        #expect(test.engine.lists.controls.changes(of: "safe", as: .authenticated)?.count == 200)
        await test.unlock()
        #expect(test.engine.lists.controls.changes(of: "safe")?.count == 200)
        await test.stop()
    }

    @Test("A3 the redacted changes have no private value text, and tell nothing of how often it changed")
    func privateText() {
        func changes(texts: Int) -> [ControlChange]? {
            var changes = ControlChanges()
            for (seconds, isOn) in [(0, false), (500, true), (1_000, false)] {
                for number in 0..<texts {
                    var snapshot = snapshot(isOn: isOn, "\(seconds + number)")
                    snapshot.privacy.valueLabel = true
                    note(snapshot, &changes, after: seconds + number)
                }
            }
            #expect(changes.list(true)?.count == min(200, 3 * texts))
            return changes.list(false)
        }
        #expect(changes(texts: 1)?.map(\.isOn) == [false, true, false])
        #expect(changes(texts: 1)?.allSatisfy { $0.valueText == nil } == true)
        #expect(changes(texts: 300) == changes(texts: 1))
    }

    @Test("A3 a change made while a control was private stays hidden after the control is private no more")
    func changedPrivacy() {
        var changes = ControlChanges()
        note(snapshot(isOn: true, isPrivate: true), &changes)
        #expect(changes.list(true)?.map(\.isOn) == [true] && changes.list(false) == nil)
        note(snapshot(isOn: false), &changes, after: 1)
        #expect(changes.list(false)?.map(\.isOn) == [false] && changes.list(true) == changes.list(false))
    }

    // MARK: Programs

    @Test("A3 a control that becomes private shows no earlier change, though its state is not known yet")
    func becomesPrivate() {
        var changes = ControlChanges()
        note(snapshot(isOn: true), &changes)
        let new = snapshot(isOn: false, isPrivate: true)
        changes.adopt(privacyOf: new, redacted: new.redacted(rest: nil))
        #expect(changes.list(false) == nil && changes.list(true) == [])
    }

    @Test("programs get the changes with the wall clock's time, and those of a private state with a PIN alone")
    func programs() async throws {
        let panel = try await PanelOverSocket.locked(Self.yaml)
        await panel.test.advance(.milliseconds(1_500))
        panel.test.engine.perform("lamp")
        panel.test.engine.perform("mode")
        panel.test.engine.perform("safe")
        await panel.test.advance(.seconds(8))
        let client = VarlinkClient(path: panel.path)
        func changes(_ control: String) async throws -> [ListedChange] {
            try await panel.ask(
                client, PanelInterface.Changes.method, PanelInterface.Changes.Parameters(control: control),
                PanelInterface.Changes.Reply.self, more: true
            ).compactMap(\.change)
        }
        func error(_ control: String) async throws -> String? {
            try await panel.error(
                client, PanelInterface.Changes.method, PanelInterface.Changes.Parameters(control: control), more: true)
        }
        func change(_ time: Double, _ isOn: Bool, _ text: String?) -> ListedChange {
            ListedChange(time: time, isSynchronized: false, isOn: isOn, valueText: text)
        }
        #expect(try await changes("lamp") == [change(0, false, "Off"), change(1.5, true, "On")])
        #expect(try await changes("mode") == [change(0, false, nil), change(1.5, true, nil)])
        #expect(try await changes("bell") == [])
        #expect(
            try await error("safe") == "AuthenticationRequired: its state is private: it needs a PIN")
        #expect(try await error("lump") == "NoSuchControl: lump: lamp")
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await changes("mode").map(\.valueText) == ["Night", "Day"])
        #expect(try await changes("safe").map(\.isOn) == [false, true])
        client.close()
        await panel.stop()
    }

    @Test("the time of a change is by the clock at the time of the reply: a clock that was set gives the right time")
    func clock() async {
        let scheduler = VirtualScheduler()
        // A time server sets the clock after a minute, slews it by 5 ms, and sets it again.
        let leads: [Int64] = [0, 1_700_000_000_000, 1_700_000_000_005, 1_700_000_000_050]
        let memory = PanelMemory(.inMemory(), scheduler: scheduler) {
            let milliseconds = scheduler.now.nanoseconds / 1_000_000
            let part = Int(milliseconds / 60_000)
            return StoredMoment(
                wall: StoredTime(milliseconds: milliseconds + leads[part], isSynchronized: part > 0), bootID: "",
                boottime: 0)
        }
        await scheduler.advance(by: .seconds(10))
        let change = scheduler.now
        var times: [StoredTime] = []
        for _ in leads {
            times.append(memory.wallTime(of: change))
            await scheduler.advance(by: .seconds(60))
        }
        #expect(times.map(\.milliseconds) == [10_000, 1_700_000_010_000, 1_700_000_010_000, 1_700_000_010_050])
        #expect(times.map(\.isSynchronized) == [false, true, true, true])
    }
}
