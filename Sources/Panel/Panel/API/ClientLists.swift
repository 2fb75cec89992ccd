import ControlModel
import EventLoop

/// What clients can list: controls, lights, intents, the gallery and the layout.
@PanelActor
struct ClientLists {
    let controls: ControlListing
    let lights: LightListing
    let intents: IntentList
    let gallery: Gallery
    let layout: LayoutPlanner

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ lights: PanelLights, _ intents: IntentList, faults: FaultList,
        limits: TimeLimits, scheduler: any Scheduler
    ) {
        self.controls = ControlListing(controls, gate, intents, limits: limits, scheduler: scheduler)
        self.lights = LightListing(lights, controls, gate, faults)
        self.intents = intents
        layout = LayoutPlanner(controls, gate)
        gallery = Gallery(controls, gate, layout)
    }
}
