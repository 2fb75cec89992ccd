import Configuration
import EventLoop
import Indicators

/// A light of a panel: what the file says of it, and what it is made of.
@PanelActor
final class LightSlot {
    var description: LightDescription
    let sink: any PanelLightSink
    let light: Light

    /// - Parameter makeOutput: Gives the channel of one of its lines.
    init(
        description: LightDescription, scheduler: any Scheduler, leds: any LEDClass,
        makeOutput: (LineDescription) -> OutputChannel
    ) {
        self.description = description
        switch description.output {
        case .line(let line): sink = LineLight(output: makeOutput(line))
        case .led(let name, let balance): sink = LEDPanelLight(name, balance: LEDMixture(bytes: balance), leds: leds)
        case .lines: sink = ThreeLineLight(outputs: description.output.lines.map(makeOutput))
        }
        light = Light(name: description.name, sink: sink, scheduler: scheduler)
    }
}
