import Configuration
import EventLoop
import Indicators

/// Lights on LEDs of the kernel, which appear and disappear, and the dimming of lights.
extension PanelEngine {
    func connectLED(_ slot: LightSlot) {
        let name = slot.description.name
        slot.sink.lost = { [weak self] in self?.begin(PanelFault(part: .light(name), cause: .init($0))) }
        slot.sink.returned = { [weak self] in self?.end(.light(name)) }
    }

    /// Takes the LED of a light; a missing LED is a fault.
    ///
    /// - Returns: whether the LED is present; always `true` for lines.
    @discardableResult
    func attach(_ slot: LightSlot) -> Bool {
        let part = PanelFault.Part.light(slot.description.name)
        do throws(LightError) {
            try slot.sink.attach()
            if slot.sink.isHeld { end(part) }
            return true
        } catch {
            // A fault of this LED is not reported again when other LEDs appear.
            if !faults.contains(where: { $0.part == part }) { begin(PanelFault(part: part, cause: .init(error))) }
            return false
        }
    }

    /// Checks all LEDs after a change: takes missing ones, and retries unusable ones.
    func checkLEDs() {
        for slot in lights where slot.sink.outputs.isEmpty {
            slot.sink.checkPresence()
            if !slot.sink.isHeld, attach(slot) { slot.light.refresh() }
        }
    }

    /// A lit light's fraction of its full light output, from 0 to 1; less than 1 in the light's dimmed hours.
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
    /// The hours of the panel's file. Its percentages are perceived brightness, which is not proportional to light
    /// output.
    init(_ dimming: LightDimming) {
        self.init(
            begin: dimming.from.minute, end: dimming.until.minute,
            factor: LEDMixture.linear(Double(dimming.percent) / 100))
    }
}
