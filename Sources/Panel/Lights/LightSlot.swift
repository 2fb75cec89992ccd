import Configuration
import EventLoop
import Indicators

/// A light of a panel: what the file says of it, and what it is made of.
@PanelActor
final class LightSlot {
    var description: LightDescription
    let sink: LineLight
    let light: Light

    init(description: LightDescription, sink: LineLight, scheduler: any Scheduler) {
        self.description = description
        self.sink = sink
        light = Light(name: description.name, sink: sink, scheduler: scheduler)
    }
}
