import Authentication
import ControlModel
import EventLoop
import Indicators
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Panel

/// The view `open: history`.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct HistoryTests {
    private static let yaml = """
        name: House
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          bell: {title: Bell, button: {pulse: GPIO6, for: 1s}}
          safe: {title: Safe, toggle: {line: GPIO13}, privacy: state}
          cellar: {title: Wine Cellar, toggle: {line: GPIO12}, privacy: label}
          door: {title: Door, button: {pulse: GPIO23, for: 1s}, authentication: local}
          all: {title: All, button: {set: {lamp: false, bell: true}}}
          look: {title: Look, button: {open: history}}
          peep: {title: Peep, button: {open: history}, privacy: state}
          window: {title: Window, button: {open: window}, sensor: {line: GPIO24, value_on: Open, value_off: Shut}}
        buttons:
          action: {line: GPIO17, hold: look}
          side: {line: GPIO27, hold: bell}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        display: {device: /dev/lcd, columns: 16, rows: 4}
        """
    private static let program = Requester.program(session: nil, actor: .program(user: 1_000))

    private func makeTest() async throws -> TestPanel {
        let test = try await TestPanel.locked(Self.yaml)
        try await test.start()
        return test
    }

    private func rows(_ test: TestPanel) async -> [String] {
        await test.advance(.zero)
        return test.engine.displaySink?.shown?.texts ?? []
    }

    @Test("the view `open: history` shows the latest performances, newest first, a row each, until the next press")
    func history() async throws {
        let test = try await makeTest()
        #expect(await rows(test) == ["House     Locked", "", "", ""])
        test.engine.perform("look")
        #expect(await rows(test) == ["House     Locked", "Nothing to show", "", ""])
        for control in ["lamp", "bell", "lamp", "all", "bell"] {
            test.engine.perform(control)
            await test.advance(.seconds(4))
        }
        #expect(await rows(test) == ["Bell", "All", "Lamp: Off", "Bell"])
        // A press on the view's own button closes the view, and the hold opens it again.
        try test.board.moveContact("GPIO17", isClosed: true)
        await test.advance(.milliseconds(10))
        #expect(await rows(test) == ["House     Locked", "", "", ""])
        await test.advance(.milliseconds(600))
        #expect(await rows(test) == ["Bell", "All", "Lamp: Off", "Bell"])
        try test.board.moveContact("GPIO17", isClosed: false)
        await test.advance(.seconds(3_600))
        #expect(await rows(test) == ["Bell", "All", "Lamp: Off", "Bell"])
        try await test.hold("GPIO27", for: .milliseconds(10))
        await test.advance(.seconds(4))
        #expect(await rows(test) == ["House     Locked", "", "", ""])
        await test.stop()
    }

    @Test("the panel's view leaves out a failed control and a target that a program opens")
    func exceptions() async throws {
        let test = try await makeTest()
        test.engine.performOverride = { $0.hasSuffix("bell") ? .fail("stuck") : nil }
        test.engine.perform("bell")
        await test.advance(.seconds(4))
        #expect(await test.perform("look", by: Self.program)?.opens?.title == "History")
        #expect(await rows(test) == ["House     Locked", "", "", ""])
        test.engine.perform("look")
        #expect(await rows(test) == ["House     Locked", "Nothing to show", "", ""])
        await test.stop()
    }

    @Test(
        "without the session of a person who is no guest, the history shows no names and no guarded or private controls"
    )
    func confidential() async throws {
        let test = try await makeTest()
        try await test.enrol("grace", "918273", .guest)
        test.engine.perform("lamp")
        test.engine.perform("safe")
        test.engine.perform("cellar")
        await test.unlock()
        test.engine.perform("door")
        test.engine.perform("bell")
        let all = ["Bell, alice", "Door, alice", "Wine Cellar: On", "Safe: On"]
        let few = ["House     Locked", "Bell", "Lamp: On", ""]
        test.engine.perform("look")
        #expect(await rows(test) == all)
        // The panel locks while a person looks at the history.
        test.engine.lockPanel()
        #expect(await rows(test) == few)
        await test.unlock("918273")
        #expect(test.engine.isUnlocked)
        #expect(await rows(test) == ["House   Unlocked"] + few.dropFirst())
        test.engine.lockPanel()
        await test.unlock()
        #expect(await rows(test) == all)
        await test.stop()
    }

    @Test("A3 a history that a private control has opened is visible only to people who may see private states")
    func privateOpener() async throws {
        let test = try await makeTest()
        test.engine.perform("lamp")
        test.engine.perform("peep")
        #expect(await rows(test) == ["House     Locked", "", "", ""])
        await test.unlock()
        #expect(await rows(test) == ["House   Unlocked", "Lamp: On", "", ""])
        await test.stop()
    }

    @Test("a program sees names in the history only with a session of its own")
    func programs() async throws {
        let test = try await makeTest()
        await test.unlock()
        test.engine.perform("bell")
        test.engine.perform("door")
        test.engine.perform("look")
        for (isTrusted, expected) in [(true, ["Door, alice", "Bell, alice"]), (false, ["House   Unlocked", "Bell"])] {
            var frame: [String] = []
            let view = DisplayView(
                of: test.engine.surfaces.displays, size: DisplaySize(columns: 16, rows: 2), characters: .utf8,
                showsOwnFaults: true,
                viewpoint: { isTrusted ? .authenticated : .anybody }, isResident: { isTrusted }
            ) { new, _ in frame = new.texts }
            view.draw()
            view.stop()
            #expect(frame == expected)
        }
        await test.stop()
    }

    @Test("a row has the local time, the date on another day, and no time while the clock is not right")
    func times() {
        let history = PanelHistory()
        let start = MonotonicInstant.zero
        for (hours, name) in [(0, "One"), (30, "Two"), (31, "Three")] {
            history.add(
                .init(time: start.advanced(by: .seconds(hours * 3_600)), title: name))
        }
        let local = { (time: MonotonicInstant) in
            // The start is Tuesday 2024-02-27 10:05.
            LocalMoment(localSeconds: 1_709_028_300 + time.nanoseconds / 1_000_000_000, isSynchronized: true)
        }
        let now = start.advanced(by: .seconds(32 * 3_600))
        #expect(
            history.rows(seesAll: false, most: 9, now: now, local: local) == ["17:05 Three", "16:05 Two", "02-27 One"])
        #expect(history.rows(seesAll: false, most: 2, now: now) { _ in nil } == ["Three", "Two"])
    }

    @Test("the panel keeps the last 200 performances that everybody may see, and the last 200 others")
    func bound() {
        let history = PanelHistory()
        for number in 0..<10_000 {
            history.add(.init(time: .zero, title: "\(number)", isGuarded: number % 4 == 0, isPrivate: number % 5 == 0))
        }
        #expect(history.entries.count == 400)
        #expect(history.entries.filter(\.isConfidential).count == 200)
        #expect(history.entries.map { Int($0.title) ?? -1 } == history.entries.map { Int($0.title) ?? -1 }.sorted())
        #expect(history.entries.last?.title == "9999")
        func rows(_ seesAll: Bool) -> [String] { history.rows(seesAll: seesAll, most: 3, now: .zero) { _ in nil } }
        #expect(rows(true) == ["9999", "9998", "9997"])
        for number in 0..<1_000 { history.add(.init(time: .zero, title: "door \(number)", isGuarded: true)) }
        #expect(rows(false) == ["9999", "9998", "9997"], "guarded performances leave no trace")
    }

    @Test("a control that is opened shows its value for 3 s, but not to people who may not see it")
    func control() async throws {
        let test = try await makeTest()
        test.engine.perform("window")
        #expect(test.engine.status == "Window: Shut")
        await test.advance(.seconds(3))
        #expect(test.engine.status == nil)
        #expect(await test.perform("window", by: Self.program)?.failure == nil)
        #expect(test.engine.status == nil)
        await test.stop()
    }
}
