import EventLoop

/// LEDs where there is no kernel's: each that is asked for is there, of all colours, and blinks by itself.
@PanelActor
public final class SimulatedLEDs: LEDClass {
    public var changed: (@PanelActor () -> Void)?

    /// LEDs without a machine.
    public init() {}

    public func take(_ name: String) throws(LEDError) -> any LEDDevice { SimulatedLED() }
    public func finish() {}
}

/// One of them.
private final class SimulatedLED: LEDDevice {
    let maxBrightness = 255
    let hasColors = true
    let isPresent = true
    var changed: (@PanelActor (LEDError?) -> Void)?

    func show(brightness: Int, color: LEDMixture) {}
    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool { true }
    func release() {}
}
