import EventLoop

/// LEDs without hardware: an LED of every name exists, mixes all colours, and plays all rhythms.
@PanelActor
public final class SimulatedLEDs: LEDClass {
    public var changed: (@PanelActor () -> Void)?

    /// Creates LEDs that show nothing.
    public init() {}

    public func take(_ name: String) throws(LEDError) -> any LEDDevice { SimulatedLED() }
    public func finish() {}
}

/// An LED that ignores all requests.
private final class SimulatedLED: LEDDevice {
    let maxBrightness = 255
    let hasColors = true
    let isPresent = true
    var changed: (@PanelActor (LEDError?) -> Void)?

    func show(brightness: Int, color: LEDMixture) {}
    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool { true }
    func release() {}
}
