import EventLoop
import GPIO
import Indicators

/// A light that is an LED of the kernel, which may not be there, or go.
@PanelActor
final class LEDPanelLight: PanelLightSink {
    private let name: String
    private let balance: LEDMixture
    private let leds: any LEDClass
    private var device: (any LEDDevice)?
    private var light: LEDLight?
    /// Why it does not show what it should, while it is there.
    private var failure: LEDError?

    var dimming = 1.0 {
        didSet { light?.dimming = dimming }
    }
    var lost: (@PanelActor (LightError) -> Void)?
    var returned: (@PanelActor () -> Void)?

    init(_ name: String, balance: LEDMixture, leds: any LEDClass) {
        self.name = name
        self.balance = balance
        self.leds = leds
    }

    var outputs: [OutputChannel] { [] }
    var isHeld: Bool { device != nil && failure == nil }

    /// Takes the LED, if it is there.
    func attach() throws(LightError) {
        guard device == nil else { return }
        do throws(LEDError) {
            let device = try leds.take(name)
            device.changed = { [weak self] in self?.note($0) }
            let light = LEDLight(device, balance: balance)
            light.dimming = dimming
            (self.device, self.light) = (device, light)
        } catch {
            throw .led(error)
        }
    }

    func checkPresence() {
        if let device, !device.isPresent { note(.gone(name)) }
    }

    /// Gives the LED back as it was found.
    func release() {
        device?.release()
        (device, light, failure) = (nil, nil, nil)
    }

    // One that is not there is as simple as can be.
    var levels: Int { light?.levels ?? 1 }
    var gamut: LightGamut { light?.gamut ?? .one }

    // One that has gone is the panel's fault already; the light is refreshed when it is back.
    func show(_ look: LightLook?, level: Double) { light?.show(look, level: level) }

    func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) -> Bool {
        // Nobody is woken for what is not there.
        light?.play(look, givenUp: givenUp) ?? look.pattern.repeats
    }

    private func note(_ error: LEDError?) {
        if case .gone? = error {
            device?.changed = nil
            (device, light, failure) = (nil, nil, nil)
        } else {
            failure = error
        }
        if let error { lost?(.led(error)) } else { returned?() }
    }
}
