import Configuration
import EventLoop
import Indicators
import MonotonicTime

/// Dims a panel's lights in the hours of the panel's file; it wakes the loop only for changes.
@PanelActor
final class LightDimmer {
    private let lights: [(slot: LightSlot, led: LEDPanelLight, hours: DimmedHours)]
    private let clock: any LocalClock
    private let scheduler: any Scheduler
    private lazy var timer = scheduler.makeTimer { [weak self] in self?.update() }
    /// The interval of clock checks while the wall clock is not right. A board with neither network nor a
    /// battery-backed clock may run like that for years.
    private var delay = RetryDelay(first: .seconds(60), longest: .seconds(3_600))

    /// Called when a light becomes dim or bright.
    var dimmed: (@PanelActor (_ light: String, _ isDim: Bool) -> Void)?

    /// - Returns: `nil` if no light is dimmed.
    init?(_ slots: [LightSlot], clock: any LocalClock, scheduler: any Scheduler) {
        lights = slots.compactMap { slot in
            guard let led = slot.led, let dimming = slot.description.dimming else { return nil }
            return (slot, led, DimmedHours(dimming))
        }
        guard !lights.isEmpty else { return nil }
        self.clock = clock
        self.scheduler = scheduler
        clock.changed = { [weak self] in self?.clockChanged() }
    }

    /// Sets the current factor of each light, and arms the timer for the next change.
    func update() {
        guard let milliseconds = clock.milliseconds else {
            // Without the right time, lights are bright. A clock that is set is reported, but a clock that is slewed is
            // not. The clock is therefore checked after 1, 2, 4 … 60 min.
            for light in lights { dim(light.slot, light.led, to: 1) }
            timer.arm(at: scheduler.now.advanced(by: delay.next()))
            return
        }
        delay.reset()
        let seconds = milliseconds / 1000
        let zone: DimmedHours.Zone = { [clock] in clock.offset(at: $0) }
        for light in lights { dim(light.slot, light.led, to: light.hours.factor(at: seconds, in: zone)) }
        let next = lights.compactMap { $0.hours.nextChange(after: seconds, in: zone) }.min()
        // A slewed clock can make the timer fire a little early; it is armed again then.
        timer.arm(at: next.map { scheduler.now.advanced(by: .milliseconds($0 * 1000 - milliseconds)) })
    }

    private func clockChanged() {
        // timesyncd marks the clock as synchronized only after setting it, so another check must follow soon.
        delay.reset()
        update()
    }

    private func dim(_ slot: LightSlot, _ led: LEDPanelLight, to factor: Double) {
        let before = led.dimming
        guard before != factor else { return }
        led.dimming = factor
        slot.light.refresh()
        let isDim = factor < 1
        if isDim != (before < 1) { dimmed?(slot.description.name, isDim) }
    }

    func stop() {
        timer.cancel()
        clock.changed = nil
    }
}

extension DimmedHours {
    /// The hours of the panel's file. Its percentages are perceived brightness, which is not proportional to light
    /// output.
    init(_ dimming: LightDimming) {
        self.init(
            begin: dimming.from.minute, end: dimming.until.minute,
            factor: LEDMixture.linear(Double(dimming.percent) / 100))
    }
}

/// The wall clock at the panel's location, for functions that depend on the time of day.
@PanelActor
public protocol LocalClock: AnyObject {
    /// The time in milliseconds since 1970; `nil` while the clock is not synchronized or trusted.
    var milliseconds: Int64? { get }

    /// The seconds by which local time is ahead of UTC at `seconds` since 1970.
    func offset(at seconds: Int64) -> Int

    /// Called when the clock has been set or becomes trusted.
    var changed: (@PanelActor () -> Void)? { get set }
}
