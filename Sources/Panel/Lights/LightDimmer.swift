import Configuration
import EventLoop
import Indicators
import MonotonicTime

/// Dims a panel's lights in the hours that the file gives for them, woken when that changes and not in between.
@PanelActor
final class LightDimmer {
    private let lights: [(slot: LightSlot, hours: DimmedHours)]
    private let clock: any LocalClock
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private var delay = RetryDelay()

    /// - Returns: `nil` where no light is dimmed.
    init?(_ slots: [LightSlot], clock: any LocalClock, scheduler: any Scheduler) {
        lights = slots.compactMap { slot in slot.description.dimming.map { (slot, DimmedHours($0)) } }
        guard !lights.isEmpty else { return nil }
        self.clock = clock
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.update() }
        clock.changed = { [weak self] in self?.update() }
    }

    /// Brings the lights to what they are now, and waits for what comes next.
    func update() {
        guard let milliseconds = clock.milliseconds else {
            // Who knows what time it is: better too bright. That the clock is right by now is told where it is set; where it
            // is slowed down or hurried on, it is looked at after 1, 2, 4 … 60 s.
            for light in lights { dim(light.slot, to: 1) }
            timer?.arm(at: scheduler.now.advanced(by: delay.next()))
            return
        }
        delay.reset()
        let seconds = milliseconds / 1000
        let zone: DimmedHours.Zone = { [clock] in clock.offset(at: $0) }
        for light in lights { dim(light.slot, to: light.hours.factor(at: seconds, in: zone)) }
        let next = lights.compactMap { $0.hours.nextChange(after: seconds, in: zone) }.min()
        // A clock that is slowed down meanwhile makes it a little early: then it is armed once more.
        timer?.arm(at: next.map { scheduler.now.advanced(by: .milliseconds($0 * 1000 - milliseconds)) })
    }

    private func dim(_ slot: LightSlot, to factor: Double) {
        guard slot.sink.dimming != factor else { return }
        slot.sink.dimming = factor
        slot.light.refresh()
    }

    /// Dims nothing any more.
    func stop() {
        timer?.cancel()
        clock.changed = nil
    }
}
