import ControlModel
import EventLoop
import Indicators
import Testing

/// A light on an LED, and its brightness.
@PanelActor
struct LEDLightTests {
    private func look(_ pattern: LightPattern) -> LightLook { LightLook(color: .orange, pattern: pattern) }

    @Test(
        "a dimmed LED has dimmer states and rhythms, and is never dark where it should be lit",
        arguments: [(255, 1.0, 255), (255, 0.2, 51), (255, 0.001, 1), (1, 0.2, 1)])
    func dimming(most: Int, dimming: Double, expected: Int) {
        let led = FakeLED(maxBrightness: most)
        let light = LEDLight(led)
        light.dimming = dimming
        light.show(look(.steady(true)), level: 1)
        light.show(look(.steady(false)), level: 0)
        #expect(led.brightnesses == [expected, 0])
        #expect(light.play(look(.fault)) {})
        #expect(led.steps.map(\.start) == [expected, 0, expected, 0])
        #expect(led.steps.map(\.milliseconds) == [150, 150, 150, 1400])
    }

    @Test("half the perceived brightness is a fifth of the light, and both ends of the scale stay")
    func curve() {
        #expect(abs(LEDMixture.linear(0.5) - 0.214) < 0.001)
        #expect(LEDMixture.linear(0) == 0 && LEDMixture.linear(1) == 1)
    }
}
