import EventLoop
import GPIO
import Indicators

/// A light on an LED of the kernel, which may be absent or disappear.
@PanelActor
final class LEDPanelLight: LightSink {
    private let name: String
    private let balance: LEDMixture
    private let leds: any LEDClass
    private var device: (any LEDDevice)?
    private var light: LEDLight?
    /// The LED's last error while the LED is present; `nil` after a success.
    private var failure: LEDError?

    /// The brightness of the lit light as a fraction of its light output, from 0 to 1.
    var dimming = 1.0 {
        didSet { light?.dimming = dimming }
    }
    /// Called when the LED becomes unusable, and when it is usable again.
    var lost: (@PanelActor (LEDError) -> Void)?
    var returned: (@PanelActor () -> Void)?

    init(_ name: String, balance: LEDMixture, leds: any LEDClass) {
        self.name = name
        self.balance = balance
        self.leds = leds
    }

    /// Whether the LED is present and works.
    var isHeld: Bool { device != nil && failure == nil }

    /// Takes the LED, unless it has been taken.
    func attach() throws(LEDError) {
        guard device == nil else { return }
        let device = try leds.take(name)
        device.changed = { [weak self] in self?.note($0) }
        let light = LEDLight(device, balance: balance)
        light.dimming = dimming
        (self.device, self.light) = (device, light)
    }

    /// Detects that the LED has disappeared.
    func checkPresence() {
        if let device, !device.isPresent { note(.gone(name)) }
    }

    /// Releases the LED, restored to its previous state.
    func release() {
        device?.release()
        (device, light, failure) = (nil, nil, nil)
    }

    // An absent LED counts as the simplest light.
    var levels: Int { light?.levels ?? 1 }
    var gamut: LightGamut { light?.gamut ?? .one }

    // The absence is reported as a fault; the light is refreshed when the LED is back.
    func show(_ look: LightLook?, level: Double) { light?.show(look, level: level) }

    func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) -> Bool {
        // An absent LED needs no timer, so repeating patterns count as played.
        light?.play(look, givenUp: givenUp) ?? look.pattern.repeats
    }

    private func note(_ error: LEDError?) {
        if case .gone? = error {
            device?.changed = nil
            (device, light, failure) = (nil, nil, nil)
        } else {
            failure = error
        }
        if let error { lost?(error) } else { returned?() }
    }
}
