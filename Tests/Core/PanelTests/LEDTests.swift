import Configuration
import EventLoop
import Indicators
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Panel

/// Lights on LEDs of the kernel.
@PanelActor
struct LEDTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
        buttons:
          action: {line: GPIO17, hold: lamp}
        lights:
          lamp: {led: "rgb:lamp", dim: {from: "22:00", until: "07:00", to: 50%}, shows: lamp}
          status: {led: "rgb:status", shows: status}
        """
    /// Half the perceived brightness: 21 % of 255.
    private static let dim = "55"

    private func start(_ leds: FakeLEDs, clock hour: Int64 = 12) throws -> (TestPanel, FakeClock) {
        let scheduler = VirtualScheduler()
        let clock = FakeClock(hour: hour, scheduler)
        let panel = try TestPanel(Self.yaml, leds: leds, localClock: clock, clock: scheduler)
        try panel.engine.start()
        return (panel, clock)
    }

    private func stop(_ panel: TestPanel) async {
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("an unplugged LED is a fault at once, and shows its current look when it is plugged in again")
    func comesBack() async throws {
        let leds = FakeLEDs("rgb:lamp", "rgb:status")
        let (panel, _) = try start(leds)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        await panel.advance(.seconds(1))
        let first = try #require(leds.taken["rgb:lamp"])
        #expect(first.calls.last == "255")
        leds.unplug("rgb:lamp")
        #expect(
            panel.engine.faults.map(\.description) == [
                "light 'lamp': LED 'rgb:lamp' is gone; it works again once it is back"
            ])
        #expect(leds.taken["rgb:status"]?.calls.last == "play 255", "the panel's own light says so")
        panel.forgetEvents()
        // Another LED that appears does not affect the missing one.
        leds.plug("rgb:other")
        #expect(panel.events.isEmpty)
        leds.plug("rgb:lamp")
        #expect(panel.engine.faults.isEmpty)
        let second = try #require(leds.taken["rgb:lamp"])
        #expect(second !== first && second.calls == ["255"])
        await stop(panel)
        #expect(second.calls.last == "released")
    }

    @Test("an LED that was replaced between two checks is detected and gets the look of the first")
    func replaced() async throws {
        let leds = FakeLEDs("rgb:lamp", "rgb:status")
        let (panel, _) = try start(leds)
        leds.plug("rgb:lamp")
        #expect(leds.taken["rgb:lamp"]?.calls == ["0"])
        #expect(panel.engine.faults.isEmpty)
        await stop(panel)
    }

    @Test("a panel with missing LEDs starts, has a fault for each by name, and uses the LEDs that appear")
    func comesLater() async throws {
        let leds = FakeLEDs("rgb:other")
        let (panel, _) = try start(leds)
        #expect(panel.engine.faults.map(\.part) == [.light("lamp"), .light("status")])
        #expect(panel.engine.faults.first?.description.contains("there are: rgb:other") == true)
        leds.plug("rgb:status")
        #expect(panel.engine.faults.map(\.part) == [.light("lamp")])
        #expect(leds.taken["rgb:status"]?.calls == ["play 255"], "a fault is left")
        leds.plug("rgb:lamp")
        #expect(leds.taken["rgb:status"]?.calls.last == "0")
        await stop(panel)
        #expect(leds.changed == nil)
    }

    @Test("an LED that fails to be set is a fault until it can be set")
    func fails() async throws {
        let leds = FakeLEDs("rgb:lamp", "rgb:status")
        let (panel, _) = try start(leds)
        let lamp = try #require(leds.taken["rgb:lamp"])
        lamp.changed?(.notPermitted(path: "/sys/class/leds/rgb:lamp/brightness"))
        #expect(panel.engine.faults.map(\.part) == [.light("lamp")])
        try await panel.hold("GPIO17", for: .milliseconds(600))
        await panel.advance(.seconds(1))
        #expect(panel.engine.faults.count == 1, "told what to show, it has not shown it")
        // The permissions change, and the same LED is set again.
        let count = lamp.calls.count
        leds.changed?()
        #expect(lamp.calls.count == count + 1 && leds.taken["rgb:lamp"] === lamp)
        lamp.changed?(nil)
        #expect(panel.engine.faults.isEmpty)
        await stop(panel)
    }

    @Test("in the dimming hours an LED is dimmer in states and rhythms, with two timers a day")
    func dims() async throws {
        let leds = FakeLEDs("rgb:lamp", "rgb:status")
        let (panel, _) = try start(leds)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        await panel.advance(.seconds(1))
        let lamp = try #require(leds.taken["rgb:lamp"])
        #expect(lamp.calls.last == "255" && panel.engine.dimming(of: "lamp") == 1)
        await panel.advance(.seconds(10 * 3600 - 5))
        #expect(lamp.calls.last == "255")
        let before = (lamp.calls.count, panel.clock.firings)
        await panel.advance(.seconds(5))
        #expect(lamp.calls.last == Self.dim && panel.engine.dimming(of: "lamp") < 0.25)
        await panel.advance(.seconds(24 * 3600))
        #expect(lamp.calls.count - before.0 == 3 && panel.clock.firings - before.1 == 3)
        #expect(lamp.calls.suffix(2) == ["255", Self.dim])
        #expect(Self.dimmings(of: panel) == [true, false, true])
        // Faults and presses are dimmed, too.
        try panel.board.unplug("gpiochip0")
        await panel.advance(.seconds(1))
        #expect(lamp.calls.last == "play \(Self.dim)")
        await panel.advance(.seconds(12 * 3600))
        #expect(lamp.calls.last == "play 255")
        #expect(leds.taken["rgb:status"]?.calls.contains(Self.dim) == false, "the other one has no hours")
        await stop(panel)
    }

    @Test("setting the clock takes effect on dimming at once; a clock that is not right dims nothing")
    func clocks() async throws {
        let leds = FakeLEDs("rgb:lamp", "rgb:status")
        let (panel, clock) = try start(leds, clock: 23)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        await panel.advance(.seconds(1))
        let lamp = try #require(leds.taken["rgb:lamp"])
        #expect(lamp.calls.last == Self.dim)
        clock.set(by: -4)
        #expect(lamp.calls.last == "255")
        clock.set(by: 4)
        #expect(lamp.calls.last == Self.dim)
        clock.isRight = false
        clock.changed?()
        #expect(lamp.calls.last == "255")
        // The clock becomes right without a jump, which a check after a while notices.
        clock.isRight = true
        await panel.advance(.seconds(60))
        #expect(lamp.calls.last == Self.dim)
        #expect(Self.dimmings(of: panel) == [true, false, true, false, true])
        await stop(panel)
        #expect(clock.changed == nil)
    }

    @Test("a clock that is not right is checked at growing intervals, which start again when the clock is set")
    func clockNeverRight() async throws {
        let leds = FakeLEDs("rgb:lamp", "rgb:status")
        let scheduler = VirtualScheduler()
        let clock = FakeClock(hour: 23, scheduler)
        clock.isRight = false
        let panel = try TestPanel(Self.yaml, leds: leds, localClock: clock, clock: scheduler)
        try panel.engine.start()
        await panel.advance(.seconds(5))
        // The checks come after 1, 3, 7, 15, 31 and 63 min, then every hour.
        let start = panel.clock.firings
        await panel.advance(.seconds(3_600))
        #expect(panel.clock.firings - start == 5)
        await panel.advance(.seconds(86_400))
        #expect(panel.clock.firings - start == 5 + 24)
        #expect(Self.dimmings(of: panel).isEmpty)
        // After the clock is set, it counts as right a moment later.
        clock.set(by: 0)
        clock.isRight = true
        await panel.advance(.seconds(59))
        #expect(Self.dimmings(of: panel).isEmpty)
        await panel.advance(.seconds(1))
        #expect(Self.dimmings(of: panel) == [true])
        // The clock is unset for a minute, and the intervals start again with one minute.
        clock.isRight = false
        clock.changed?()
        clock.isRight = true
        await panel.advance(.seconds(60))
        #expect(Self.dimmings(of: panel) == [true, false, true])
        await stop(panel)
    }

    /// The reported changes of the lamp's dimming.
    private static func dimmings(of panel: TestPanel) -> [Bool] {
        panel.events.compactMap { if case .lightDimmed("lamp", let isDim) = $0 { isDim } else { nil } }
    }

    @Test("an LED that is plugged in during its dimming hours is dimmed")
    func comesBackDimmed() async throws {
        let leds = FakeLEDs("rgb:status")
        let (panel, _) = try start(leds, clock: 23)
        try await panel.hold("GPIO17", for: .milliseconds(600))
        await panel.advance(.seconds(1))
        leds.plug("rgb:lamp")
        #expect(leds.taken["rgb:lamp"]?.calls == [Self.dim])
        await stop(panel)
    }
}
