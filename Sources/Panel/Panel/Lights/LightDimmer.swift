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
    /// How long a clock that is not right is left alone. A board with neither network nor a clock that outlasts power cuts may
    /// run so for years.
    private var delay = RetryDelay(first: .seconds(60), longest: .seconds(3_600))

    /// Called when a light becomes dim, or bright again.
    var dimmed: (@PanelActor (_ light: String, _ isDim: Bool) -> Void)?

    /// - Returns: `nil` where no light is dimmed.
    init?(_ slots: [LightSlot], clock: any LocalClock, scheduler: any Scheduler) {
        lights = slots.compactMap { slot in slot.description.dimming.map { (slot, DimmedHours($0)) } }
        guard !lights.isEmpty else { return nil }
        self.clock = clock
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.update() }
        clock.changed = { [weak self] in self?.clockChanged() }
    }

    /// Brings the lights to what they are now, and waits for what comes next.
    func update() {
        guard let milliseconds = clock.milliseconds else {
            // Who knows what time it is: better too bright. That the clock is right by now is told where it is set; where it
            // is slowed down or hurried on, nothing tells, so it is looked at after 1, 2, 4 … 60 min.
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

    private func clockChanged() {
        // It may count as right only a moment after it has been set: timesyncd leaves its mark after the jump.
        delay.reset()
        update()
    }

    private func dim(_ slot: LightSlot, to factor: Double) {
        let before = slot.sink.dimming
        guard before != factor else { return }
        slot.sink.dimming = factor
        slot.light.refresh()
        let isDim = slot.sink.dimming < 1
        if isDim != (before < 1) { dimmed?(slot.description.name, isDim) }
    }

    /// Dims nothing any more.
    func stop() {
        timer?.cancel()
        clock.changed = nil
    }
}
