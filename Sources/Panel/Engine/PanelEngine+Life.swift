import Configuration
import EventLoop
import GPIO
import Indicators

/// Starting and stopping.
extension PanelEngine {
    /// Takes all lines and begins. Where one cannot be had none is kept, and all that is wrong is reported at once.
    ///
    /// - Parameter states: toggles that shall start on, by kind: as they were left by the panel before this one.
    /// - Throws: what is wrong, each with its place in the panel's file.
    public func start(resuming states: [String: Bool] = [:]) throws(ConfigurationError) {
        // Found first: a panel that cannot start must not drive some of its lines for a moment.
        let lines = try locate(description.allLines, heldElsewhere: [])
        var problems = StartProblems(description)
        attachButtons(&problems)
        if problems.isEmpty { record(lines, &problems) }
        if problems.isEmpty { attachOutputs(resuming: states, &problems) }
        guard problems.isEmpty else {
            stop()
            throw problems.error
        }
        connect()
    }

    /// Looks whether the panel's lines can be had, as far as that can be told without taking them.
    ///
    /// - Parameter predecessor: a panel that will have stopped by then, so that its lines count as free.
    /// - Throws: what is wrong, each with its place in the panel's file.
    public func check(replacing predecessor: PanelEngine? = nil) throws(ConfigurationError) {
        let held = (predecessor?.description.allLines ?? []).flatMap { line in
            (try? board.addresses(of: [line.name])) ?? []
        }
        _ = try locate(description.allLines, heldElsewhere: Set(held))
    }

    /// Ends everything: outputs are made inactive and all lines given back. A line that cannot be made inactive stays on
    /// record, for whoever makes it safe after the panel.
    ///
    /// - Parameter kept: kinds of toggles whose lines go on as they are, for a panel that follows at once.
    /// - Returns: the states of those toggles, to `start` that panel with.
    @discardableResult
    public func stop(keeping kept: Set<String> = []) -> [String: Bool] {
        board.chipsChanged = nil
        var states: [String: Bool] = [:]
        var stillDriven: Set<LineDescription> = []
        endPerformances()
        // Before their controls: one that is given up would let the next one be asked.
        for host in hosts { host.stop() }
        for slot in controls.slots {
            guard case .builtIn(let description, let control) = slot.origin else {
                slot.extensionControl?.stop()
                continue
            }
            control.changed = nil
            for output in control.outputs { output.ignore() }
            if kept.contains(slot.kind), let isOn = control.isOn {
                states[slot.kind] = isOn
                stillDriven.insert(description.action.line)
            } else if let error = failure(toMakeSafe: control.makeSafe) {
                stillDriven.insert(description.action.line)
                report(.failed(kind: slot.name, reason: "may still be active: \(error)"))
            }
            for output in control.outputs { output.release() }
        }
        for change in changes.values { change.timer?.cancel() }
        changes = [:]
        for button in buttons { button.release() }
        for slot in lights {
            slot.sink.output.ignore()
            slot.light.stop()
            // Once more, since the light takes a line that failed for one that is dark.
            if failure(toMakeSafe: { () throws(GPIOError) in try slot.sink.output.set(false) }) != nil {
                stillDriven.insert(slot.description.line)
            }
            slot.sink.output.release()
        }
        hintText?.clear()
        statusText?.clear()
        controls.removeAll()
        lights = []
        buttons = []
        faults = []
        shownActivities = []
        activityTimer?.cancel()
        forget(keeping: stillDriven)
        return states
    }

    /// Nobody waits for what the panel will not see the end of.
    private func endPerformances() {
        let runs = Array(performances.values) + controls.slots.compactMap(\.run)
        for slot in controls.slots { slot.run = nil }
        for run in runs {
            forget(run)
            run.end(.failed("the panel stopped; whether it was done is not known"))
        }
    }

    /// Why a line may still be active after `body`, which makes it inactive.
    private func failure(toMakeSafe body: () throws(GPIOError) -> Void) -> GPIOError? {
        do throws(GPIOError) {
            try body()
            return nil
        } catch {
            return error.mayLeaveLineDriven ? error : nil
        }
    }

    /// Makes the toggles' lines inactive that `stop(keeping:)` left for a panel that did not start.
    public func makeSafe(_ states: [String: Bool]) {
        for control in description.controls where states[control.kind] == true {
            let output = makeOutput(control.action.line)
            // One that cannot be had is somebody else's by now, or stays on record.
            try? output.attach(isActive: false)
            output.release()
        }
    }

    // MARK: Lines

    /// Where the lines are; that all of them are there and free.
    private func locate(
        _ lines: [LineDescription], heldElsewhere held: Set<LineAddress>
    ) throws(ConfigurationError) -> [LineDescription: LineAddress] {
        var problems = StartProblems(description)
        var consumers: [LineAddress: String] = [:]
        problems.attempt(lines.first) { () throws(GPIOError) in
            for info in try board.lines() where !held.contains(info.address) { consumers[info.address] = info.consumer }
        }
        var places: [LineDescription: LineAddress] = [:]
        var users: [LineAddress: LineDescription] = [:]
        // All at once is one look at the chips; one by one tells which cannot be found.
        let found = try? board.addresses(of: lines.map(\.name))
        for (index, line) in lines.enumerated() {
            problems.attempt(line) { () throws(GPIOError) in
                var address = found?[index]
                if address == nil { address = try board.addresses(of: [line.name]).first }
                guard let address else { return }
                if let consumer = consumers[address] { throw .busy(line: line.name, consumer: consumer) }
                places[line] = address
            }
            // The file's reader cannot know that two names are those of one line.
            if let address = places[line], let other = users.updateValue(line, forKey: address) {
                problems.addSameLine(line, other)
            }
        }
        guard problems.isEmpty else { throw problems.error }
        return places
    }

    /// On record before they are driven: from then on somebody else can make them safe.
    private func record(_ places: [LineDescription: LineAddress], _ problems: inout StartProblems) {
        guard let drivenLines else { return }
        let outputs = description.controls.map(\.action.line) + description.lights.map(\.line)
        do throws(DrivenLinesError) {
            try drivenLines.add(
                outputs.compactMap { line in
                    places[line].map { DrivenLine(address: $0, isActiveLow: line.isActiveLow) }
                })
            driven = places.filter { outputs.contains($0.key) }
        } catch {
            problems.add(error.description)
        }
    }

    /// Takes the lines off the record that are driven no more; a panel that follows takes the kept ones over.
    private func forget(keeping stillDriven: Set<LineDescription>) {
        let ended = driven.filter { !stillDriven.contains($0.key) }
        driven = [:]
        // Where the record cannot be written it names lines too many, which are inactive: no harm is done by making
        // them so again.
        try? drivenLines?.remove(Array(ended.values))
    }

    private func attachButtons(_ problems: inout StartProblems) {
        for button in description.buttons {
            let channel = ButtonChannel(
                description: button, board: board, scheduler: scheduler, consumer: Self.consumer)
            buttons.append(channel)
            problems.attempt(button.line) { () throws(GPIOError) in try channel.attach() }
        }
    }

    private func attachOutputs(resuming states: [String: Bool], _ problems: inout StartProblems) {
        var places: [ControlReference: [String]] = [:]
        for placement in description.placements { places[placement.reference, default: []].append(placement.place) }
        for control in description.controls {
            let builtIn = makeControl(control)
            let reference = ControlReference(kind: control.kind)
            controls.add(
                ControlSlot(
                    name: control.kind, reference: reference, places: places[reference, default: []],
                    origin: .builtIn(control, builtIn)))
            problems.attempt(control.action.line) { () throws(GPIOError) in
                try builtIn.attach(resuming: states[control.kind])
            }
        }
        attachPlacements()
        for light in description.lights {
            let output = makeOutput(light.line)
            lights.append(LightSlot(description: light, sink: LineLight(output: output), scheduler: scheduler))
            problems.attempt(light.line) { () throws(GPIOError) in try output.attach(isActive: false) }
        }
    }

    private func makeOutput(_ line: LineDescription) -> OutputChannel {
        OutputChannel(line: line, board: board, consumer: Self.consumer)
    }

    private func makeControl(_ control: ControlDescription) -> any BuiltInControl {
        switch control.action {
        case .toggleLine(let line):
            LineToggle(output: makeOutput(line))
        case .pulse(let line, let duration):
            PulseButton(output: makeOutput(line), duration: duration, scheduler: scheduler)
        }
    }

    // MARK: Connecting

    private func connect() {
        startTime = scheduler.now
        // Lights first: they show the controls, and those the faults of the buttons.
        for slot in lights {
            connect(slot)
            controls[slot.description.shows]?.lights.append(slot)
        }
        for slot in controls.slots {
            connect(slot)
            refresh(slot)
            showState(of: slot)
            showFault(of: slot)
        }
        for button in buttons { connect(button) }
        board.chipsChanged = { [weak self] in self?.checkPresence() }
        for host in hosts {
            connect(host)
            host.start()
        }
    }

    private func connect(_ slot: ControlSlot) {
        switch slot.origin {
        case .extension(let control):
            connect(slot, control)
        case .builtIn(_, let control):
            control.changed = { [weak self, unowned slot] in self?.refresh(slot) }
            for output in control.outputs {
                output.lost = { [weak self, unowned slot] error in self?.lost(slot, error) }
                output.returned = { [weak self, unowned slot] in self?.returned(slot) }
            }
        }
    }
}
