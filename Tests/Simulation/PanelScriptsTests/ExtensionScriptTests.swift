import Configuration
import ControlModel
import EventLoop
import MonotonicTime
import PanelScripts
import Testing

/// Extensions in scripts: absent ones, and one that the test's process hosts.
@Suite(.serialized)
struct ExtensionScriptTests {
    private static let timer = "org.example.focus.timer"

    /// A panel with two differently configured placements of the timer, one of them with a light, and a button.
    private func panel() throws -> PanelDescription {
        let yaml = """
            name: Test
            domain: org.example.test
            board: simulated
            extensions: [{name: focus, domain: org.example.focus}]
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            buttons:
              lamp: {line: GPIO17, hold: lamp}
              work: {line: GPIO27, hold: {kind: \(Self.timer), configuration: {timer: work}}}
              rest: {line: GPIO22, hold: {kind: \(Self.timer), configuration: {timer: rest}}}
              visitors: {line: GPIO5, hold: org.example.focus.visitors}
              door: {line: GPIO6, hold: org.example.focus.door}
            lights:
              work: {line: GPIO26, shows: {kind: \(Self.timer), configuration: {timer: work}}}
            lock_screen: [lamp, {kind: \(Self.timer), configuration: {timer: rest}}]
            control_center: [{control: org.example.focus.visitors, size: large}, lamp]
            """
        return try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
    }

    // MARK: Names

    @Test(
        "P1 a control is named by a key, by a kind, or by a kind at a place",
        arguments: [
            "expect control lamp off", "expect control org.example.test.lamp off",
            "expect control org.example.test.lamp@buttons.lamp.hold off",
            "set org.example.test.lamp@buttons.lamp.hold on", "reload org.example.test.lamp@buttons.lamp.hold",
            "expect performed org.example.test.lamp@buttons.lamp.hold 0", "push lamp",
            "expect control org.example.test.lamp@lock_screen.1 off", "expect control \(timer)@lock_screen.2 stale",
            "reload org.example.focus.visitors@control_center.1", "set org.example.test.lamp@control_center.2 on",
            "reload \(timer)", "push \(timer)", "push \(timer)@lights.work",
            "expect performed \(timer)@buttons.rest.hold 0", "expect refused \(timer)@buttons.work.hold 0",
            "delay org.example.focus.visitors 1s", #"fail \#(timer)@lights.work "why""#,
        ])
    func names(step: String) async throws {
        let played = try await PlayedScript.play("+1s \(step)", on: try panel())
        #expect(played.failures.isEmpty)
    }

    @Test(
        "an unknown or ambiguous control in a script is refused with the possible ones",
        arguments: [
            (
                "expect control \(timer) on",
                "control '\(timer)' is configured in several ways; write one of: \(timer)@buttons.work.hold, "
                    + "\(timer)@buttons.rest.hold"
            ),
            (
                "expect performed \(timer)@buttons.work.hol 1",
                "the panel has no control '\(timer)@buttons.work.hol'; did you mean '\(timer)@buttons.work.hold'?"
            ),
            (
                "expect control lamp@buttons.work.hold on",
                "the panel has no control 'lamp@buttons.work.hold'; there are: lamp, org.example.focus.door, "
                    + "\(timer)@buttons.work.hold, \(timer)@buttons.rest.hold, org.example.focus.visitors"
            ),
            (
                "push org.example.focus.visitor",
                "the panel has no control 'org.example.focus.visitor'; did you mean 'org.example.focus.visitors'?"
            ),
            (
                "set org.example.focus.visitors on",
                "control 'org.example.focus.visitors' is an extension's; only the extension can change its value"
            ),
            (
                #"set \#(timer)@lights.work "Running""#,
                "control '\(timer)@lights.work' is an extension's; only the extension can change its value"
            ),
            ("extension fokus crashes", "the panel has no extension 'fokus'; did you mean 'focus'?"),
            (
                "extension focus hangs",
                "extension 'focus' is absent in this run, so it never hangs; a test can host one"
            ),
        ])
    func mistakes(step: String, message: String) async throws {
        let panel = try panel()
        let error = await #expect(throws: ScriptError.self) { try await PlayedScript.play("+1s \(step)", on: panel) }
        #expect(error?.description == "test.panel:1: error: \(message)")
    }

    // MARK: Life

    @Test("E2 a script starts, crashes and hangs an extension, and a power cut ends it")
    @PanelActor
    func life() async throws {
        let focus = FakeExtension()
        let played = try await PlayedScript.play(
            """
            1s  extension focus hangs
            2s  extension focus crashes
            3s  extension focus starts
            4s  crash for 1s
            """, on: try panel(), extensions: ["focus": focus])
        #expect(focus.changes == ["hangs", "crashes", "starts", "crashes", "starts"])
        #expect(played.transcript.contains("00:00:02.000  extension focus crashes"))
    }

    @Test("virtual time waits for an extension's work and its effects")
    @PanelActor
    func outstandingWork() async throws {
        let world = SimulatedWorld(for: try Fixtures.panel())
        let first = FakeExtension()
        let second = FakeExtension()
        world.wait(for: [first, second])
        var times: [Duration] = []
        let timer = world.scheduler.makeTimer {
            second.work {
                times.append(world.elapsed)
                first.work { times.append(world.elapsed) }
            }
        }
        timer.arm(at: world.scheduler.now.advanced(by: .seconds(1)))
        let later = world.scheduler.makeTimer { times.append(world.elapsed) }
        later.arm(at: world.scheduler.now.advanced(by: .milliseconds(1_001)))
        await world.advance(to: .seconds(10))
        #expect(times == [.seconds(1), .seconds(1), .milliseconds(1_001)])
        #expect(!first.hasOutstandingWork && !second.hasOutstandingWork)
    }

    // MARK: Controls

    @Test("C41 each placement has its own value and its own count")
    @PanelActor
    func placements() async throws {
        try await expectNoFailures(
            """
            1s     expect control \(Self.timer)@buttons.work.hold off
            +0     hold work for 600ms
            +20ms  expect control \(Self.timer)@buttons.work.hold on
            +0     expect control \(Self.timer)@lights.work value "Running"
            +0     expect control \(Self.timer)@buttons.rest.hold off
            +0     expect performed \(Self.timer)@lights.work 1
            +0     expect performed \(Self.timer)@buttons.rest.hold 0
            +2s    expect light work on
            +0     tap work
            +20ms  expect hint "Hold to Stop"
            """)
    }

    @Test("C42 a push reloads a state that was changed elsewhere")
    @PanelActor
    func push() async throws {
        let focus = FakeExtension()
        focus.answered = { focus.running = [["timer": .string("rest")]] }
        try await expectNoFailures(
            """
            1s     push \(Self.timer)
            +1s    expect control \(Self.timer)@buttons.rest.hold on
            +0     expect control \(Self.timer)@buttons.work.hold off
            """, focus)
    }

    @Test("C22 an expectation about the opened target holds once")
    @PanelActor
    func open() async throws {
        try await expectNoFailures(
            """
            1s     hold visitors for 600ms
            +20ms  expect open history
            +1s    hold visitors for 600ms
            +20ms  expect open "All Visitors"
            """)
        let played = try await PlayedScript.play(
            "1s hold visitors for 600ms\n+1s expect open x\n+0 expect open history", on: try panel(),
            extensions: ["focus": FakeExtension()])
        #expect(
            played.failures == [
                "test.panel:2: expected open \"x\", found history \"All Visitors\"",
                "test.panel:3: expected open \"history\", found nothing that opened",
            ])
    }

    @Test("C24 C29 a question waits for another hold or ends, and the work that follows is an activity")
    @PanelActor
    func confirmation() async throws {
        try await expectNoFailures(
            """
            1s     hold door for 600ms
            +20ms  expect confirmation "Open the door?"
            +0     expect performed org.example.focus.door 0
            +0     expect no activity
            +1s    hold door for 600ms
            +20ms  expect no confirmation
            +0     expect performed org.example.focus.door 1
            +0     expect activity "Door Open"
            +1s    hold door for 600ms
            +9s    expect confirmation "Open the door?"
            +2s    expect no confirmation
            +0     expect control org.example.focus.door failed
            +0     expect performed org.example.focus.door 0
            """)
    }

    @Test("E2 controls of a crashed extension are stale and refuse holds, and other controls work")
    @PanelActor
    func crash() async throws {
        try await expectNoFailures(
            """
            1s     hold work for 600ms
            +1s    extension focus crashes
            +20ms  expect control \(Self.timer)@buttons.work.hold stale
            +0     hold work for 600ms
            +20ms  expect refused \(Self.timer)@buttons.work.hold 1
            +0     expect performed \(Self.timer)@buttons.work.hold 1
            +1s    hold lamp for 600ms
            +20ms  expect control lamp on
            +1s    extension focus starts
            +1s    expect control \(Self.timer)@buttons.work.hold on
            +0     hold work for 600ms
            +20ms  expect performed \(Self.timer)@buttons.work.hold 1
            """)
    }

    @Test("C26 a hanging extension is given up after 30 s")
    @PanelActor
    func hang() async throws {
        try await expectNoFailures(
            """
            1s     extension focus hangs
            +0     hold work for 600ms
            +20s   expect control \(Self.timer)@buttons.work.hold running
            +11s   expect control \(Self.timer)@buttons.work.hold failed
            +0     expect performed \(Self.timer)@buttons.work.hold 0
            """)
    }

    @Test("E2 controls of an absent extension are stale and refuse holds")
    @PanelActor
    func absent() async throws {
        let played = try await PlayedScript.play(
            """
            1s     expect control org.example.focus.visitors stale
            +0     hold visitors for 600ms
            +20ms  expect refused org.example.focus.visitors 1
            +0     expect performed org.example.focus.visitors 0
            +1s    hold lamp for 600ms
            +20ms  expect control lamp on
            """, on: try panel())
        #expect(played.failures.isEmpty)
    }

    @PanelActor
    private func expectNoFailures(_ script: String, _ focus: FakeExtension = FakeExtension()) async throws {
        let played = try await PlayedScript.play(script, on: try panel(), extensions: ["focus": focus])
        #expect(played.failures.isEmpty)
        #expect(played.heldRequests == 0)
        #expect(played.armedUntil == nil)
    }
}
