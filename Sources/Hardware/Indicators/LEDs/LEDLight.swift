import EventLoop

/// A light that is an LED of the kernel: in any colour where it mixes them, and blinking without anybody's help.
@PanelActor
public final class LEDLight: LightSink {
    private let led: any LEDDevice
    private let balance: LEDMixture

    /// How much of the light there is where it is lit, from 0 to 1; as far as it is at least the darkest that the LED has.
    /// Counts from the next that is shown.
    public var dimming = 1.0

    /// - Parameter balance: What is white on it.
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
