import EventLoop

/// A light that is an LED of the kernel: in any colour where it mixes them, and blinking without anybody's help.
@PanelActor
public final class LEDLight: LightSink {
    private let led: any LEDDevice
    private let balance: LEDMixture

    /// - Parameter balance: What is white on it.
    public init(_ led: any LEDDevice, balance: LEDMixture = .white) {
        self.led = led
        self.balance = balance
    }

    public var levels: Int { led.maxBrightness }
    public var gamut: LightGamut { led.hasColors ? .all : .one }

    public func show(_ look: LightLook?, level: Double) throws(LightError) {
        do throws(LEDError) {
            try led.show(brightness: brightness(at: level), color: mixture(of: look))
        } catch {
            throw .led(error)
        }
    }

    public func play(
        _ look: LightLook, givenUp: @escaping @PanelActor () -> Void
    ) throws(LightError) -> Bool {
        guard look.pattern.repeats else { return false }
        let steps = look.pattern.phases.map { phase in
            LEDStep(
                from: brightness(at: phase.start), to: brightness(at: phase.end),
                milliseconds: max(1, Int(phase.duration / .milliseconds(1))))
        }
        do throws(LEDError) {
            return try led.play(steps, color: mixture(of: look), givenUp: givenUp)
        } catch {
            throw .led(error)
        }
    }

    private func brightness(at level: Double) -> Int { Int((level * Double(led.maxBrightness)).rounded()) }

    private func mixture(of look: LightLook?) -> LEDMixture {
        look.map { LEDMixture($0.color, balance: balance) } ?? balance
    }
}
