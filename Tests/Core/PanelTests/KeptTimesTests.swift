import ControlModel
import EventLoop
import Foundation
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Store
import Testing

@testable import Panel

/// Deadlines that survive a panel, in a store on the disk.
@PanelActor
struct KeptTimesTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        board: simulated
        controls:
          saw: {toggle: {line: GPIO18, restore: last, max_time: 2h}}
          focus: {toggle: {timer: 25m}}
          day: {toggle: {timer: 1d}}
        """

    /// Clocks that continue while the panel does not run.
    private final class Machine {
        var elapsed = Duration.zero
        var boot = 1
        var isRight = true

        var moment: StoredMoment {
            StoredMoment(
                wall: StoredTime(
                    milliseconds: 1_700_000_000_000 + Int64(elapsed / .milliseconds(1)), isSynchronized: isRight),
                bootID: "boot \(boot)", boottime: elapsed.nanoseconds)
        }
    }

    private let machine = Machine()
    private let path = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString)"

    /// Runs a panel for `duration`, from opening the store to closing it.
    private func live(
        for duration: Duration, _ body: @PanelActor (TestPanel, PanelEngine, PanelMemory) async throws -> Void
    ) async throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let store = try PanelStore.open(path: path + "/panel.sqlite")
        let panel = try TestPanel(Self.yaml)
        let memory = PanelMemory(store, scheduler: panel.clock) { machine.moment }
        let engine = PanelEngine(
            panel.description, board: panel.board, scheduler: panel.clock, memory: memory)
        try engine.start()
        try await body(panel, engine, memory)
        await panel.advance(duration)
        machine.elapsed += duration
        engine.stop()
        try store.close()
    }

    @Test("a timer and a maximum time end at the right time after a power cut of ten minutes")
    func powerCut() async throws {
        try await live(for: .seconds(600)) { _, engine, _ in
            engine.perform("saw")
            engine.perform("focus")
        }
        machine.elapsed += .seconds(600)
        machine.boot += 1
        try await live(for: .zero) { panel, engine, _ in
            #expect(engine.snapshot(of: "focus")?.isOn == true)
            let isActive = try panel.board.isActive("GPIO18")
            #expect(isActive)
            await panel.advance(.seconds(299))
            #expect(engine.snapshot(of: "focus")?.isOn == true)
            await panel.advance(.seconds(2))
            #expect(engine.snapshot(of: "focus")?.isOn == false)
            await panel.advance(.seconds(6000 - 302))
            #expect(engine.snapshot(of: "saw")?.isOn == true)
            await panel.advance(.seconds(2))
            #expect(engine.snapshot(of: "saw")?.isOn == false)
            let isStillActive = try panel.board.isActive("GPIO18")
            #expect(!isStillActive)
        }
    }

    @Test("a deadline that passed without power ends at once, and its line stays inactive")
    func passed() async throws {
        try await live(for: .seconds(60)) { _, engine, _ in
            engine.perform("saw")
            engine.perform("focus")
        }
        machine.elapsed += .seconds(7200)
        machine.boot += 1
        try await live(for: .zero) { panel, engine, _ in
            let isActive = try panel.board.isActive("GPIO18")
            #expect(!isActive)
            #expect(engine.snapshot(of: "saw")?.isOn == false)
            await panel.advance(.zero)
            #expect(engine.snapshot(of: "focus")?.isOn == false)
        }
    }

    @Test("without a right clock the time left continues over each restart, until the clock is set")
    func uncertain() async throws {
        try await live(for: .seconds(600)) { _, engine, _ in engine.perform("focus") }
        machine.isRight = false
        machine.elapsed += .seconds(60)
        machine.boot += 1
        try await live(for: .seconds(300)) { _, engine, _ in
            #expect(engine.activities.first?.subtitle == "time without power not counted")
        }
        // Only the daemon starts again: five minutes have been counted.
        try await live(for: .zero) { panel, engine, memory in
            #expect(memory.remaining(of: "org.example.test.focus", for: .timer)?.duration == .seconds(1200))
            await panel.advance(.seconds(1199))
            #expect(engine.snapshot(of: "focus")?.isOn == true)
            await panel.advance(.seconds(2))
            #expect(engine.snapshot(of: "focus")?.isOn == false)
        }
    }

    @Test("a timer follows the clock once the clock is set")
    func clockSet() async throws {
        try await live(for: .seconds(600)) { _, engine, _ in engine.perform("focus") }
        machine.isRight = false
        machine.elapsed += .seconds(300)
        machine.boot += 1
        try await live(for: .zero) { panel, engine, memory in
            #expect(memory.remaining(of: "org.example.test.focus", for: .timer)?.isCertain == false)
            machine.isRight = true
            memory.clockChanged()
            #expect(
                memory.remaining(of: "org.example.test.focus", for: .timer)
                    == KeptTime(duration: .seconds(600), isCertain: true))
            #expect(engine.activities.first?.subtitle == nil)
            await panel.advance(.seconds(601))
            #expect(engine.snapshot(of: "focus")?.isOn == false)
        }
    }

    @Test("a clock that becomes right without being set is noticed, and is not checked again")
    func clockSlewed() async throws {
        try await live(for: .seconds(600)) { _, engine, _ in engine.perform("focus") }
        machine.isRight = false
        machine.elapsed += .seconds(300)
        machine.boot += 1
        try await live(for: .zero) { panel, engine, memory in
            await panel.advance(.seconds(100))
            #expect(engine.activities.first?.subtitle == "time without power not counted")
            // The clock is checked after 1, 3, 7, 15, 31, 63 and 127 s.
            machine.elapsed += .seconds(127)
            machine.isRight = true
            await panel.advance(.seconds(28))
            #expect(engine.activities.first?.subtitle == nil)
            let firings = panel.clock.firings
            await panel.advance(.seconds(471))
            #expect(engine.snapshot(of: "focus")?.isOn == true)
            #expect(panel.clock.firings == firings)
            await panel.advance(.seconds(2))
            #expect(engine.snapshot(of: "focus")?.isOn == false)
            #expect(panel.clock.firings == firings + 1)
        }
    }

    @Test(
        "a clock that is never right is checked hourly in the end; one that is set and right a moment later, at once"
    )
    func clockNeverRight() async throws {
        try await live(for: .seconds(60)) { _, engine, _ in engine.perform("day") }
        machine.isRight = false
        machine.elapsed += .seconds(300)
        machine.boot += 1
        try await live(for: .zero) { panel, _, memory in
            var isCertain: Bool? { memory.remaining(of: "org.example.test.day", for: .timer)?.isCertain }
            // The timer's activity is no longer shown by then.
            await panel.advance(.seconds(9 * 3_600))
            #expect(isCertain == false)
            let before = panel.clock.firings
            // The clock is checked 1, 3, 7 … 2047 and 4095 s after the start, then every hour.
            await panel.advance(.seconds(10 * 3_600))
            #expect(panel.clock.firings - before == 10)
            machine.elapsed += .seconds(19 * 3_600)
            memory.clockChanged()
            machine.isRight = true
            #expect(isCertain == false)
            await panel.advance(.seconds(1))
            #expect(isCertain == true)
            let after = panel.clock.firings
            await panel.advance(.seconds(4 * 3_600))
            #expect(panel.clock.firings == after)
        }
    }
}
