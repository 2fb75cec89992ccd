import EventLoop
import Indicators

/// An LED that records its commands.
@PanelActor
final class FakeLED: LEDDevice {
    let maxBrightness: Int
    let hasColors = true
    let isPresent = true
    var changed: (@PanelActor (LEDError?) -> Void)?
    private(set) var brightnesses: [Int] = []
    private(set) var steps: [LEDStep] = []

    init(maxBrightness: Int) {
        self.maxBrightness = maxBrightness
    }

    func show(brightness: Int, color: LEDMixture) { brightnesses.append(brightness) }

    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool {
        self.steps = steps
        return true
    }

    func release() {}
}
