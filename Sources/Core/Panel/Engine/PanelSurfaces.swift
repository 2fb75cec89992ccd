import Configuration
import EventLoop
import Indicators

/// The parts that people see and hear: lights, sounds and text displays.
@PanelActor
struct PanelSurfaces {
    let lights: PanelLights
    let tester: LightTester
    let sounds: Sounds
    let displays: Displays

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ lines: PanelLines, _ reports: PanelReports, leds: (any LEDClass)?,
        display: (any DisplaySink)?, clock: (any LocalClock)?, memory: PanelMemory, scheduler: any Scheduler
    ) {
        let panel = controls.description
        displays = Displays(
            panel, sink: panel.display.map { display ?? SimulatedDisplay(characters: $0.likelyCharacters) },
            Displays.Sources(gate: gate, reports: reports, clock: clock, memory: memory),
            scheduler: scheduler)
        lights = PanelLights(
            gate, controls, reports, leds: leds ?? SimulatedLEDs(), lines: lines, clock: clock, scheduler: scheduler)
        tester = LightTester(lights, displays, scheduler: scheduler)
        sounds = Sounds(controls, faults: reports.faults, lines: lines, scheduler: scheduler)
    }
}
