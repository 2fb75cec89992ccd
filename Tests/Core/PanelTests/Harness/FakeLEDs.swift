import EventLoop
import Indicators

/// LEDs that the test plugs and unplugs, and that record their states.
@PanelActor
final class FakeLEDs: LEDClass {
    var changed: (@PanelActor () -> Void)?
    private(set) var taken: [String: FakeLED] = [:]
    /// The names of the plugged LEDs.
    private var present: Set<String>

    init(_ names: [String]) {
        present = Set(names)
    }

    convenience init(_ names: String...) {
        self.init(names)
    }

    func take(_ name: String) throws(LEDError) -> any LEDDevice {
        guard present.contains(name) else { throw .noSuchLED(name, known: present.sorted()) }
        let led = FakeLED()
        taken[name] = led
        return led
    }

    func finish() {}

    func unplug(_ name: String) {
        present.remove(name)
        taken[name]?.isPresent = false
        changed?()
    }

    func plug(_ name: String) {
        present.insert(name)
        taken[name]?.isPresent = false
        changed?()
    }
}

/// An LED of the fake.
@PanelActor
final class FakeLED: LEDDevice {
    let maxBrightness = 255
    let hasColors = true
    var isPresent = true
    var changed: (@PanelActor (LEDError?) -> Void)?
    /// The recorded commands: a brightness, the brightest step of a rhythm, `released`.
    private(set) var calls: [String] = []

    func show(brightness: Int, color: LEDMixture) { calls.append("\(brightness)") }

    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool {
        calls.append("play \(steps.map(\.start).max() ?? 0)")
        return true
    }

    func release() { calls.append("released") }
}
