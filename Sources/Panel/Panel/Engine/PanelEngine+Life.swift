import Configuration
import EventLoop
import GPIO
import Indicators

/// Starting and stopping.
extension PanelEngine {
    /// Takes all lines and starts the panel.
    ///
    /// If a line is not available, the panel keeps none, and reports all problems at once. A line whose chip is missing
    /// is a fault instead, and is requested when the chip appears.
    ///
    /// - Parameter states: the toggles' states left by the previous engine, by kind.
    /// - Throws: all problems, each with its position in the panel's file.
    public func start(resuming states: [String: Bool] = [:]) throws(ConfigurationError) {
        // All lines are located first: a panel that cannot start must not drive some of its lines for a moment.
        let (places, missing) = try lines.locate(startOf: description)
        var problems = StartProblems(description, missing: missing)
        attachButtons(&problems)
        attachPads(&problems)
        if problems.isEmpty { lines.record(description.outputs, at: places, &problems) }
        if problems.isEmpty { attachOutputs(resuming: states, &problems) }
        guard problems.isEmpty else {
            stop()
            throw problems.error
        }
        connect()
    }

    /// Checks whether the panel's lines are available, as far as possible without requesting them.
    ///
    /// A missing chip is an error here, since the running panel works better. Lines that the predecessor misses, too,
    /// are accepted.
    ///
    /// - Parameter predecessor: a panel that stops before this one starts, so that its lines count as free.
    /// - Throws: all problems, each with its position in the panel's file.
    public func check(replacing predecessor: PanelEngine? = nil) throws(ConfigurationError) {
        var held: Set<LineAddress> = []
        var missed: Set<String> = []
        for line in predecessor?.description.allLines ?? [] {
            do throws(GPIOError) {
                held.formUnion(try board.addresses(of: [line.name]))
            } catch {
                if error.isAbsence { missed.insert(line.name) }
            }
        }
        let hasSameBoard = predecessor?.description.board == description.board
        if let predecessor { know(linesOf: predecessor) }
        _ = try lines.locate(linesOf: description, heldElsewhere: held) { line, error, _ in
            error.isAbsence && hasSameBoard && (line.map { missed.contains($0.name) } ?? true)
        }
    }

    /// Takes over the known lines of another panel of this process: such a line is on a missing chip if it cannot be
    /// found.
    public func know(linesOf other: PanelEngine) {
        lines.know(other.lines, of: other.description)
    }

    /// Stops the panel: makes its outputs inactive and releases all lines.
    ///
    /// A line that cannot be made inactive stays in the record of driven lines, for the process that makes lines safe
    /// afterwards.
    ///
    /// - Parameter kept: the kinds of toggles whose lines keep their levels, for a panel that starts at once.
    /// - Returns: the states of these toggles, for that panel's `start`.
    @discardableResult
    public func stop(keeping kept: Set<String> = []) -> [String: Bool] {
        board.chipsChanged = nil
        var states: [String: Bool] = [:]
        var stillDriven: Set<LineDescription> = []
        endPerformances()
        disconnectLock()
        lightTest?.end("the panel has stopped, or is read again")
        // Hosts stop before their controls: the end of a control's call would start the next control's call.
        for host in hosts { host.stop() }
        for slot in controls.slots {
            slot.endProof()
            slot.exclusion.endRetries()
            for remote in slot.remotes { remote.stop() }
            slot.sensor?.release()
            guard case .builtIn(let description, let control) = slot.origin else { continue }
            control.changed = nil
            if let timer = control as? TimerToggle { (timer.finished, timer.counting) = (nil, nil) }
            let line = description.action.output?.line
            for output in control.outputs { output.ignore() }
            if kept.contains(slot.kind), let isOn = control.isOn {
                states[slot.kind] = isOn
                if let line { stillDriven.insert(line) }
            } else if let error = failure(toMakeSafe: control.makeSafe) {
                if let line { stillDriven.insert(line) }
                report(.failed(kind: slot.name, reason: "may still be active: \(error)"))
            }
            for output in control.outputs { output.release() }
        }
        if let line = stopSounds() { stillDriven.insert(line) }
        for errand in errands { errand.carrier?.stop() }
        errands = []
        for change in changes.values { change.timer?.cancel() }
        changes = [:]
        releasePads()
        for button in buttons { button.release() }
        for slot in lights {
            for output in slot.sink.outputs { output.ignore() }
            // The outcome is recorded below, so the light must not report it.
            slot.light.failed = nil
            slot.light.stop()
            for output in slot.sink.outputs {
                // The line is driven again, since the light regards a failed line as dark.
                if failure(toMakeSafe: { () throws(GPIOError) in try output.set(false) }) != nil {
                    stillDriven.insert(output.line)
                }
                output.release()
            }
            slot.sink.release()
        }
        leds.changed = nil
        displays.detach()
        dimmer?.stop()
        dimmer = nil
        endNotices()
        holdsOnPanel = []
        displays.clearTexts()
        controls.removeAll()
        lights = []
        buttons = []
        faultList.removeAll()
        activityList.removeAll()
        lines.forget(keeping: stillDriven)
        return states
    }

    /// Ends all performances, since the panel will not see their results.
    private func endPerformances() {
        let slots = controls.slots + errands
        let runs = Array(performances.values) + slots.compactMap(\.run)
        for slot in slots { slot.run = nil }
        for run in runs {
            forget(run)
            run.end(.failed("the panel stopped; whether it was done is not known"))
        }
    }

    /// The error of `body` if a line may still be active after it; `body` makes the line inactive.
    func failure(toMakeSafe body: () throws(GPIOError) -> Void) -> GPIOError? {
        do throws(GPIOError) {
            try body()
            return nil
        } catch {
            return error.mayLeaveLineDriven ? error : nil
        }
    }

    /// Makes the toggles' lines inactive that `stop(keeping:)` left active, after a failed start of the next panel.
    public func makeSafe(_ states: [String: Bool]) {
        for control in description.controls where states[control.kind] == true {
            guard let described = control.action.output else { continue }
            let output = makeOutput(described)
            // A line that cannot be requested belongs to another program by now, or stays in the record.
            try? output.attach(isActive: described.failsActive)
            output.release()
        }
    }

    // MARK: Lines

    private func attachButtons(_ problems: inout StartProblems) {
        for button in description.buttons {
            let channel = ButtonChannel(
                description: button, board: board, scheduler: scheduler, consumer: Self.consumer)
            buttons.append(channel)
            problems.attempt(button.line) { () throws(GPIOError) in try channel.input.attach() }
        }
    }

    private func attachOutputs(resuming states: [String: Bool], _ problems: inout StartProblems) {
        let places = places
        for control in description.controls {
            let slot = makeSlot(control, places: places)
            controls.add(slot)
            if let sensor = slot.sensor {
                problems.attempt(sensor.description.line) { () throws(GPIOError) in try sensor.input.attach() }
            }
            guard case .builtIn(_, let builtIn) = slot.origin else { continue }
            // A toggle does not resume its on state against its interlock.
            let state = isInterlocked(control) ? false : states[control.kind]
            problems.attempt(control.action.output?.line) { () throws(GPIOError) in try builtIn.attach(resuming: state)
            }
        }
        attachPlacements()
        for light in description.lights {
            let slot = LightSlot(description: light, scheduler: scheduler, leds: leds) {
                makeOutput(OutputDescription($0))
            }
            lights.append(slot)
            for output in slot.sink.outputs {
                problems.attempt(output.line) { () throws(GPIOError) in try output.attach(isActive: false) }
            }
        }
        attachBuzzer(&problems)
    }

    func isInterlocked(_ control: ControlDescription) -> Bool {
        control.interlock.contains { kind in
            controls.all(kind).contains { slot in
                if case .builtIn(_, let other) = slot.origin { other.isOn == true } else { false }
            }
        }
    }

    // MARK: Connecting

    private func connect() {
        startTime = scheduler.now
        memory.becameCertain = { [weak self] in
            for case .builtIn(_, let control) in self?.controls.slots.map(\.origin) ?? [] { control.timesChanged() }
        }
        // Set before the LEDs are taken, so that an LED that appears meanwhile is not missed.
        leds.changed = { [weak self] in self?.checkLEDs() }
        // Lights come first: they show the controls' states and the buttons' faults.
        for slot in lights {
            connect(slot)
            if let shown = slot.description.shows { controls[shown]?.lights.append(slot) }
        }
        // Taking one LED may report a fault of another. Each LED starts dark, whatever drove it before.
        for slot in lights where slot.sink.outputs.isEmpty && attach(slot) { slot.light.refresh() }
        startDimming()
        connectBuzzer()
        for slot in controls.slots {
            connect(slot)
            refresh(slot)
            showState(of: slot)
            showFault(of: slot)
            if let absence = slot.absence { report(.valueMissed(kind: slot.name, reason: absence)) }
        }
        forgetPushTokens()
        makeErrands()
        makeTellers()
        for button in buttons { connect(button) }
        connectPads()
        board.chipsChanged = { [weak self] in self?.checkPresence() }
        connectLock()
        displays.attach()
        tellMissingLines()
        for host in hosts {
            connect(host)
            host.start(isAwaited: controls.slots.contains { $0.isPlaced && $0.extensionControl?.host === host })
        }
    }

    private func connect(_ slot: ControlSlot) {
        for control in slot.remotes { connect(slot, control) }
        if let sensor = slot.sensor {
            sensor.changed = { [weak self, unowned slot] in self?.refresh(slot) }
            sensor.input.lost = { [weak self, unowned slot] error in
                self?.begin(PanelFault(part: .control(slot.kind), cause: .line(error)))
                self?.refresh(slot)
            }
            sensor.input.returned = { [weak self, unowned slot] in self?.returned(slot) }
        }
        guard case .builtIn(let description, let control) = slot.origin else { return }
        control.changed = { [weak self, unowned slot] in self?.refresh(slot) }
        for output in control.outputs {
            output.lost = { [weak self, unowned slot] error in self?.lost(slot, error) }
            output.returned = { [weak self, unowned slot] in self?.returned(slot) }
            output.begin = { [weak self, weak control] () throws(GPIOError) in
                try control?.attach(resuming: self?.isInterlocked(description) == true ? false : nil)
            }
        }
        if let timer = control as? TimerToggle { connect(timer, description) }
    }
}
