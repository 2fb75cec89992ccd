import Configuration
import EventLoop
import Indicators

/// A light of a panel: its description in the file, its output and its state.
@PanelActor
final class LightSlot {
    var description: LightDescription
    /// The light's lines; empty for an LED.
    let outputs: [OutputChannel]
    /// The light's LED; `nil` for lines.
    let led: LEDPanelLight?
    let sink: any LightSink
    let light: Light
    /// Whether the light shows that its control's state is unknown, or that the control's button is broken.
    var showsFault = false

    /// - Parameter makeOutput: makes the channel of a line of the light.
    init(
        description: LightDescription, scheduler: any Scheduler, leds: any LEDClass,
        makeOutput: (LineDescription) -> OutputChannel
    ) {
        self.description = description
        outputs = description.output.lines.map(makeOutput)
        switch description.output {
        case .led(let name, let balance): led = LEDPanelLight(name, balance: LEDMixture(bytes: balance), leds: leds)
        case .line, .lines: led = nil
        }
        sink = led ?? LineLight(outputs: outputs)
        light = Light(name: description.name, sink: sink, scheduler: scheduler)
    }

    /// Whether all lines or the LED are present and working.
    var isHeld: Bool { led?.isHeld ?? outputs.allSatisfy(\.isHeld) }
}
