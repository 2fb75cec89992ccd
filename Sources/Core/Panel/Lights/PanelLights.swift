import Configuration
import ControlModel
import EventLoop
import GPIO
import Indicators
import MonotonicTime

/// The lights of a panel: each shows a control's state, or the status of the panel as a whole.
@PanelActor
final class PanelLights {
    /// The lights in the file's order.
    private(set) var slots: [LightSlot] = []
    private var lightsOf: [ControlReference: [LightSlot]] = [:]
    /// The held buttons shown on the status lights, since their controls have no light.
    private var holdsOnPanel: Set<String> = []
    private var dimmer: LightDimmer?
    private let leds: any LEDClass
    /// The clock for dimmed hours; without it, no light is dimmed.
    private let clock: (any LocalClock)?
    private let lines: PanelLines
    private let controls: ControlSet
    private let gate: AccessGate
    private let reports: PanelReports
    private let scheduler: any Scheduler

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ reports: PanelReports, leds: any LEDClass, lines: PanelLines,
        clock: (any LocalClock)?, scheduler: any Scheduler
    ) {
        self.controls = controls
        self.leds = leds
        self.lines = lines
        self.gate = gate
        self.reports = reports
        self.clock = clock
        self.scheduler = scheduler
    }

    /// The panel's status lights.
    private var statusLights: [LightSlot] { slots.filter(\.description.showsPanel) }

    /// The lights that show a control.
    func lights(of slot: ControlSlot) -> [LightSlot] { lightsOf[slot.reference] ?? [] }

    /// The control that a light shows; `nil` for a status light and for a light without a control.
    func control(on light: LightSlot) -> ControlSlot? {
        light.description.shows.flatMap { controls[$0] }
    }

    // MARK: Starting and stopping

    /// Makes the lights, and takes their lines.
    func attach(_ problems: inout StartProblems) {
        for description in controls.description.lights {
            let slot = LightSlot(description: description, scheduler: scheduler, leds: leds) {
                lines.makeOutput(OutputDescription($0))
            }
            slots.append(slot)
            for output in slot.outputs {
                problems.attempt(output.line) { () throws(GPIOError) in try output.attach(isActive: false) }
            }
        }
    }

    /// Connects the lights with their lines and LEDs.
    func connect() {
        // Set before the LEDs are taken, so that an LED that appears meanwhile is not missed.
        leds.changed = { [weak self] in self?.checkLEDs() }
        for slot in slots {
            connect(slot)
            if let shown = control(on: slot) { lightsOf[shown.reference, default: []].append(slot) }
        }
        // Taking one LED may report a fault of another. Each LED starts dark, whatever drove it before.
        for slot in slots {
            if let led = slot.led { take(led, of: slot) }
        }
        dimmer = clock.flatMap { LightDimmer(slots, clock: $0, scheduler: scheduler) }
        dimmer?.dimmed = { [weak self] in self?.reports.events.report(.lightDimmed(name: $0, isDim: $1)) }
        dimmer?.update()
    }

    private func connect(_ slot: LightSlot) {
        let name = slot.description.name
        slot.light.changed = { [weak self, unowned slot] frame in
            self?.reports.events.report(.lightShown(name: name, frame))
            // A line works again after a momentary failure. A lost line only has an assumed state, so its fault stays.
            if slot.isHeld { self?.reports.faults.end(.light(name)) }
        }
        slot.light.lookChanged = { [weak self, unowned slot] look in
            self?.reports.events.report(
                .lightLookChanged(name: name, look, color: look.flatMap { slot.sink.gamut.name(of: $0.color) }))
        }
        slot.light.failed = { [weak self] in self?.reports.faults.begin(.light(name), .init($0)) }
        slot.led?.lost = { [weak self] in self?.reports.faults.begin(.light(name), .led($0)) }
        slot.led?.returned = { [weak self] in self?.reports.faults.end(.light(name)) }
        for output in slot.outputs {
            output.lost = { [weak self] in self?.reports.faults.begin(.light(name), .line($0)) }
            output.returned = { [weak self, unowned slot] in
                if slot.isHeld { self?.reports.faults.end(.light(name)) }
                slot.light.refresh()
            }
        }
    }

    /// Makes the lights dark and releases their lines and LEDs.
    ///
    /// - Parameter stillDriven: receives the lines that may be active afterwards.
    func stop(_ stillDriven: inout Set<LineDescription>) {
        for slot in slots {
            for output in slot.outputs { output.ignore() }
            // The outcome is recorded below, so the light must not report it.
            slot.light.failed = nil
            slot.light.stop()
            // The lines are driven again, since the light regards a failed line as dark.
            for output in slot.outputs { output.stop(&stillDriven) }
            slot.led?.release()
        }
        leds.changed = nil
        dimmer?.stop()
        dimmer = nil
        holdsOnPanel = []
        lightsOf = [:]
        slots = []
    }

    // MARK: LEDs of the kernel

    /// Takes the LED of a light, and shows the light's state; a missing LED is a fault.
    private func take(_ led: LEDPanelLight, of slot: LightSlot) {
        let part = PanelFault.Part.light(slot.description.name)
        do throws(LEDError) {
            try led.attach()
            if led.isHeld { reports.faults.end(part) }
            slot.light.refresh()
        } catch {
            // A fault of this LED is not reported again when other LEDs appear.
            if !reports.faults.contains(part) { reports.faults.begin(part, .led(error)) }
        }
    }

    /// Checks all LEDs after a change: takes missing ones, and retries unusable ones.
    private func checkLEDs() {
        for slot in slots {
            guard let led = slot.led else { continue }
            led.checkPresence()
            if !led.isHeld { take(led, of: slot) }
        }
    }

    // MARK: Controls

    /// The control whose lights respond to a button: the one on hold, otherwise the one on another gesture.
    func control(of button: ButtonDescription) -> ControlSlot? {
        (button.hold ?? button.longHold ?? button.doubleTap ?? button.tripleTap).flatMap { controls[$0] }
    }

    /// The lights that respond for a control, and whether they are lit by its state. Without lights of its own, the
    /// status lights respond, which show no control's state.
    private func answeringLights(of slot: ControlSlot) -> [(light: Light, isLit: Bool)] {
        let lights = lights(of: slot)
        return lights.isEmpty
            ? statusLights.map { ($0.light, false) }
            : lights.map { ($0.light, slot.meaning(gate.isUnlocked) != .off) }
    }

    /// Shows a control's state on its lights, and whether it is known.
    func show(_ slot: ControlSlot) {
        showState(of: slot)
        showFault(of: slot)
    }

    /// Shows a control's state on its lights. A toggle's light is lit while the toggle is on. The light breathes during
    /// a performance, and while a button's action is in progress.
    func showState(of slot: ControlSlot) {
        let lights = lights(of: slot)
        guard !lights.isEmpty else { return }
        let tint = slot.shown(gate.isUnlocked).tint
        for light in lights { light.light.show(slot.meaning(gate.isUnlocked), tint: tint) }
    }

    /// Shows on a control's lights that a button is broken or that the state is unknown (C44: a stale toggle looks
    /// different).
    private func showFault(of slot: ControlSlot) {
        let lights = lights(of: slot)
        guard !lights.isEmpty else { return }
        let showsFault = slot.isStale || !brokenButtons(of: slot).isEmpty
        for light in lights where light.showsFault != showsFault {
            light.showsFault = showsFault
            light.light.show(.fault, while: showsFault)
        }
    }

    /// The broken buttons whose faults the control's lights show.
    func brokenButtons(of slot: ControlSlot) -> [PanelFault] {
        reports.faults.all(seesPrivate: false).filter { fault in
            guard case .button(let name) = fault.part else { return false }
            return controls.description.buttons.contains { $0.name == name && control(of: $0) === slot }
        }
    }

    /// Shows the outcome of a performance for a moment.
    func flash(_ meaning: LightMeaning, on slot: ControlSlot) {
        // A sound's own performance would flash at each press.
        guard slot.role != .sound else { return }
        for (light, _) in answeringLights(of: slot) { light.show(meaning, tint: slot.shown(gate.isUnlocked).tint) }
    }

    /// Shows or hides a control's question on its lights.
    func showQuestion(of slot: ControlSlot) {
        for light in lights(of: slot) { show(slot.run?.confirmation != nil ? slot : nil, asking: light.light) }
        showPanelQuestion()
    }

    /// Shows the question of a control without lights on the status lights.
    private func showPanelQuestion() {
        let asker = controls.slots.first { $0.run?.confirmation != nil && lights(of: $0).isEmpty }
        for slot in statusLights { show(asker, asking: slot.light) }
    }

    private func show(_ asker: ControlSlot?, asking light: Light) {
        light.show(.question, tint: asker?.shown(gate.isUnlocked).tint ?? .white, while: asker != nil)
    }

    // MARK: Buttons

    /// Shows on the control's lights that its button is held.
    func showHold(of button: ButtonDescription) {
        guard let slot = control(of: button) else { return }
        if lights(of: slot).isEmpty { holdsOnPanel.insert(button.name) }
        for (light, isLit) in answeringLights(of: slot) {
            light.show(.hold, tint: slot.shown(gate.isUnlocked).tint, holdTime: button.holdTime, wasLit: isLit)
        }
    }

    /// Ends the progress of a hold on the control's lights.
    func endHold(of button: ButtonDescription) {
        endPanelHold(button.name)
        guard let slot = control(of: button) else { return }
        for light in lights(of: slot) { light.light.clear(.holdProgress) }
    }

    private func endPanelHold(_ button: String) {
        guard holdsOnPanel.remove(button) != nil, holdsOnPanel.isEmpty else { return }
        for slot in statusLights { slot.light.clear(.holdProgress) }
    }

    // MARK: Faults and the lock

    /// Shows a fault, which all viewers may see, on the status lights and on the lights of a broken button's control.
    /// Private faults are left out, since programs see lights, too.
    func faultChanged(_ fault: PanelFault, isBroken: Bool) {
        let isWhole = reports.faults.all(seesPrivate: gate.sees(.anybody)).isEmpty
        for slot in statusLights { slot.light.show(.fault, while: !isWhole) }
        guard case .button(let name) = fault.part,
            let button = controls.description.buttons.first(where: { $0.name == name })
        else { return }
        control(of: button).map(showFault)
    }

    /// Shows a meaning on the status lights; `nil` ends the display of typing.
    func showOnPanel(_ meaning: LightMeaning?) {
        for slot in statusLights {
            if let meaning { slot.light.show(meaning) } else { slot.light.clear(.entry) }
        }
    }

    /// Shows the lock's state on the status lights.
    func showLock(isUnlocked: Bool, isAsking: Bool, isLockedOut: Bool) {
        for slot in statusLights {
            slot.light.show(isUnlocked ? .unlocked : .off)
            slot.light.show(.prompt, while: isAsking)
            slot.light.show(.lockout, while: isLockedOut)
        }
    }

    // MARK: Layout

    /// Applies another layout. The panel's status lights do not change with the layout.
    func arrange(_ descriptions: [LightDescription]) {
        for (light, description) in zip(slots, descriptions) {
            light.description = description
            guard !description.showsPanel else { continue }
            let shown = control(on: light)
            if let shown, lights(of: shown).contains(where: { $0 === light }) { continue }
            for layer in LightLayer.allCases { light.light.clear(layer) }
            light.showsFault = false
            for reference in lightsOf.keys { lightsOf[reference]?.removeAll { $0 === light } }
            guard let shown else { continue }
            lightsOf[shown.reference, default: []].append(light)
            // The control's other lights receive the same state again, which is harmless.
            showState(of: shown)
            showQuestion(of: shown)
            showFault(of: shown)
        }
        lightsOf = lightsOf.filter { !$1.isEmpty }
    }

    /// Updates faults, holds and questions after a change of buttons and lights.
    func arrangeButtons() {
        for slot in controls.slots { showFault(of: slot) }
        for button in controls.description.buttons {
            let isShownOnPanel = control(of: button).map { lights(of: $0).isEmpty } ?? false
            if !isShownOnPanel { endPanelHold(button.name) }
        }
        showPanelQuestion()
    }

    // MARK: Meanings

    /// Shows a meaning on a light for a time, or on all lights.
    ///
    /// - Returns: whether the light exists.
    @discardableResult
    func show(
        _ meaning: LightMeaning, on name: String?, as layer: LightLayer, for duration: Duration, holdTime: Duration
    ) -> Bool {
        let slots = slots.filter { name == nil || $0.description.name == name }
        for slot in slots {
            let tint = control(on: slot)?.shown(gate.isUnlocked).tint ?? .white
            slot.light.show(meaning, tint: tint, holdTime: holdTime, on: layer, for: duration)
        }
        return !slots.isEmpty
    }

    func clear(_ layer: LightLayer) {
        for slot in slots { slot.light.clear(layer) }
    }
}

extension Light {
    /// Shows a meaning while it holds, and otherwise clears the meaning's layer.
    fileprivate func show(_ meaning: LightMeaning, tint: Color = .white, while holds: Bool) {
        if holds { show(meaning, tint: tint) } else { clear(meaning.layer) }
    }
}

extension ControlSlot {
    /// The meaning shown by a light of this control.
    fileprivate func meaning(_ seesPrivate: Bool) -> LightMeaning {
        let snapshot = shown(seesPrivate)
        return switch snapshot.template {
        case .toggle(let isOn): run != nil && !snapshot.isRedacted ? .running : isOn ? .on : .off
        case .button: snapshot.isRunning ? .running : .off
        }
    }
}
