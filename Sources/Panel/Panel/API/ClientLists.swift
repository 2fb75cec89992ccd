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
        self.controls = ControlListing(
            controls: controls, gate: gate, intents: intents, limits: limits, scheduler: scheduler)
        self.lights = LightListing(lights: lights, controls: controls, gate: gate, faults: faults)
        self.intents = intents
        layout = LayoutPlanner(controls: controls, gate: gate)
        gallery = Gallery(controls: controls, gate: gate, planner: layout)
    }
}
