import Configuration
import EventLoop
import Indicators

/// A light of a panel: its description in the file, its output and its state.
@PanelActor
final class LightSlot {
    var description: LightDescription
    let sink: any PanelLightSink
    let light: Light
    /// Whether the light shows that its control's state is unknown, or that the control's button is broken.
    var showsFault = false

    /// - Parameter makeOutput: makes the channel of a line of the light.
    init(
        description: LightDescription, scheduler: any Scheduler, leds: any LEDClass,
        makeOutput: (LineDescription) -> OutputChannel
    ) {
        self.description = description
        switch description.output {
        case .led(let name, let balance): sink = LEDPanelLight(name, balance: LEDMixture(bytes: balance), leds: leds)
        case .line, .lines: sink = LineLight(outputs: description.output.lines.map(makeOutput))
        }
        light = Light(name: description.name, sink: sink, scheduler: scheduler)
    }
}
