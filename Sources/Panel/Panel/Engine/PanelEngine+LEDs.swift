import Configuration
import EventLoop
import Indicators

/// Lights that are LEDs of the kernel, which come and go, and are dimmed by the hour.
extension PanelEngine {
    func connectLED(_ slot: LightSlot) {
        let name = slot.description.name
        slot.sink.lost = { [weak self] in self?.begin(PanelFault(part: .light(name), cause: .init($0))) }
        slot.sink.returned = { [weak self] in self?.end(.light(name)) }
    }

    /// Takes what a light is made of besides lines; without it, the rest goes on.
    ///
    /// - Returns: whether it is there.
    @discardableResult
    func attach(_ slot: LightSlot) -> Bool {
        let part = PanelFault.Part.light(slot.description.name)
        do throws(LightError) {
            try slot.sink.attach()
            if slot.sink.isHeld { end(part) }
            return true
        } catch {
            // What has been said of it holds still: other LEDs that come are no news of this one.
            if !faults.contains(where: { $0.part == part }) { begin(PanelFault(part: part, cause: .init(error))) }
            return false
        }
    }

    /// LEDs have come or gone: those that are missed are taken, and those tried again that could not be used.
    func checkLEDs() {
        for slot in lights where slot.sink.outputs.isEmpty {
            slot.sink.checkPresence()
            if !slot.sink.isHeld, attach(slot) { slot.light.refresh() }
        }
    }

    /// How much of the light there is where a light is lit, from 0 to 1: less than 1 in the hours in which it is dimmed.
    public func dimming(of light: String) -> Double {
        lights.first { $0.description.name == light }?.sink.dimming ?? 1
    }

    func startDimming() {
        dimmer = clock.flatMap { LightDimmer(lights, clock: $0, scheduler: scheduler) }
        dimmer?.dimmed = { [weak self] in self?.report(.lightDimmed(name: $0, isDim: $1)) }
        dimmer?.update()
    }
}

extension DimmedHours {
    /// As the file has them: its percents are of how bright the light looks, which is not how much of it there is.
    init(_ dimming: LightDimming) {
        self.init(
            begin: dimming.from.minute, end: dimming.until.minute,
            factor: LEDMixture.linear(Double(dimming.percent) / 100))
    }
}
