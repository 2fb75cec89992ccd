import Configuration
import EventLoop
import Testing

/// A simulation with `delay` obeys the time limits of controls.
@Suite(.serialized)
@PanelActor
struct TimeLimitTests {
    private func panel() throws -> PanelDescription {
        let yaml = """
            name: Test
            domain: org.example.test
            board: simulated
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
              fan: {title: Fan, toggle: {command: {turn_on: [f, "1"], turn_off: [f, "0"], state: [f, "?"]}}}
              quick: {title: Quick, button: {command: [quick]}, timeout: 1500ms}
              slow: {title: Slow, button: {command: [slow]}, timeout: 2m}
            buttons:
              fan: {line: GPIO17, hold: fan}
              quick: {line: GPIO27, hold: quick}
              slow: {line: GPIO22, hold: slow}
              lamp: {line: GPIO5, hold: lamp}
            """
        return try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
    }

    private func expectNoFailures(_ script: String) async throws {
        let played = try await PlayedScript.play(script, on: try panel())
        #expect(played.failures.isEmpty)
        #expect(played.armedUntil == nil)
    }

    @Test("C26 a delayed control without its own time limit is given up after 30 s, and then shows its real state")
    func usual() async throws {
        try await expectNoFailures(
            """
            1s       delay fan 31s
            +0       hold fan for 600ms
            +1s      set fan on
            +28800ms expect control fan running
            +200ms   expect control fan failed
            +0       expect control fan on
            +0       expect performed fan 0
            +1s      delay fan 29s
            +0       hold fan for 600ms
            +29600ms expect control fan off
            +0       expect performed fan 1
            """)
    }

    @Test("C26 a delayed control has its own timeout, shorter or longer than 30 s")
    func own() async throws {
        let played = try await PlayedScript.play(
            """
            1s       delay quick 2s
            +0       hold quick for 600ms
            +1300ms  expect control quick running
            +200ms   expect control quick failed
            +1s      delay quick 1400ms
            +0       hold quick for 600ms
            +1900ms  expect performed quick 1
            +1s      delay slow 100s
            +0       hold slow for 600ms
            +99s     expect control slow running
            +2s      expect performed slow 1
            +1s      delay slow 3m
            +0       hold slow for 600ms
            +121s    expect control slow failed
            """, on: try panel())
        #expect(played.failures.isEmpty)
        #expect(played.transcript.contains { $0.contains("not finished within 1500 ms") })
        #expect(played.transcript.contains { $0.contains("not finished within 120 s") })
    }

    @Test("C26 a performance that hangs after a delay has only the rest of the time limit")
    func rest() async throws {
        try await expectNoFailures(
            """
            1s       delay fan 20s
            +0       hold fan for 600ms
            +1s      extension actions hangs
            +28800ms expect control fan running
            +200ms   expect control fan failed
            """)
    }

    @Test("C44 the state of a hanging control is given up after 5 s, also after a delayed performance")
    func state() async throws {
        try await expectNoFailures(
            """
            1s       delay fan 2s
            +0       hold fan for 600ms
            +3s      expect control fan on
            +1s      extension actions hangs
            +0       reload fan
            +4900ms  expect control fan on
            +200ms   expect control fan stale
            """)
    }

    @Test("C26 a delayed control of the core is given up after 30 s")
    func builtIn() async throws {
        try await expectNoFailures(
            """
            1s       delay lamp 40s
            +0       hold lamp for 600ms
            +29s     expect control lamp running
            +2s      expect control lamp failed
            +0       expect control lamp off
            """)
    }
}
