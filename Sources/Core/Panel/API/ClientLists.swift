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
        _ gate: AccessGate, _ lights: PanelLights, _ intents: IntentList, faults: FaultList, limits: TimeLimits,
        scheduler: any Scheduler
    ) {
        controls = ControlListing(gate: gate, intents: intents, limits: limits, scheduler: scheduler)
        self.lights = LightListing(lights: lights, gate: gate, faults: faults)
        self.intents = intents
        layout = LayoutPlanner(gate: gate)
        gallery = Gallery(planner: layout)
    }
}
