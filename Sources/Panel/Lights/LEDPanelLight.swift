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

    init(_ name: String, balance: LEDMixture, leds: any LEDClass) {
        self.name = name
        self.balance = balance
        self.leds = leds
    }

    var outputs: [OutputChannel] { [] }
    var isHeld: Bool { light != nil }

    /// Takes the LED, if it is there.
    func attach() throws(LightError) {
        do throws(LEDError) {
            let device = try leds.take(name)
            self.device = device
            light = LEDLight(device, balance: balance)
        } catch {
            throw .led(error)
        }
    }

    /// Gives the LED back as it was found.
    func release() {
        device?.release()
        (device, light) = (nil, nil)
    }

    // One that is not there is as simple as can be.
    var levels: Int { light?.levels ?? 1 }
    var gamut: LightGamut { light?.gamut ?? .one }

    func show(_ look: LightLook?, level: Double) throws(LightError) {
        // One that has gone is the panel's fault already; the light is refreshed when it is back.
        guard let light else { return }
        do throws(LightError) { try light.show(look, level: level) } catch { throw lost(error) }
    }

    func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool {
        guard let light else { return false }
        do throws(LightError) { return try light.play(look, givenUp: givenUp) } catch { throw lost(error) }
    }

    private func lost(_ error: LightError) -> LightError {
        if case .led(.gone) = error { (device, light) = (nil, nil) }
        return error
    }
}
