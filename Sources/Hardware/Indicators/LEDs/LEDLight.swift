import EventLoop

/// A light on an LED of the kernel. It has any colour if the LED mixes colours, and the kernel plays its rhythms.
@PanelActor
public final class LEDLight: LightSink {
    private let led: any LEDDevice
    private let balance: LEDMixture

    /// The factor on the level of a lit light, from 0 to 1. A lit light keeps at least the LED's lowest brightness. A
    /// change takes effect with the next look.
    public var dimming = 1.0

    /// - Parameter balance: The mixture that looks white on this LED.
    public init(_ led: any LEDDevice, balance: LEDMixture = .white) {
        self.led = led
        self.balance = balance
    }

    public var levels: Int { led.maxBrightness }
    public var gamut: LightGamut { led.hasColors ? .all : .one }

    public func show(_ look: LightLook?, level: Double) {
        led.show(brightness: brightness(at: level), color: mixture(of: look))
    }

    public func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) -> Bool {
        guard look.pattern.repeats else { return false }
        let steps = look.pattern.phases.map { phase in
            LEDStep(
                from: brightness(at: phase.start), to: brightness(at: phase.end),
                milliseconds: max(1, Int(phase.duration / .milliseconds(1))))
        }
        return led.play(steps, color: mixture(of: look), givenUp: givenUp)
    }

    private func brightness(at level: Double) -> Int {
        level > 0 ? max(1, Int((level * dimming * Double(led.maxBrightness)).rounded())) : 0
    }

    private func mixture(of look: LightLook?) -> LEDMixture {
        look.map { LEDMixture($0.color, balance: balance) } ?? balance
    }
}
