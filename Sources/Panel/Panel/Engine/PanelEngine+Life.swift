import Configuration
import EventLoop
import GPIO
import Indicators

/// Starting and stopping.
extension PanelEngine {
    /// Takes all lines and begins. Where one cannot be had none is kept, and all that is wrong is reported at once. A line
    /// whose chip is missing is a fault, as while the panel runs: the line is taken when the chip appears.
    ///
    /// - Parameter states: toggles that shall start on, by kind: as they were left by the panel before this one.
    /// - Throws: what is wrong, each with its place in the panel's file.
    public func start(resuming states: [String: Bool] = [:]) throws(ConfigurationError) {
        // Found first: a panel that cannot start must not drive some of its lines for a moment.
        let (lines, missing) = try locate(description.allLines, heldElsewhere: []) { line, error, misses in
            switch error {
            case .noChips, .noSuchChip, .chipGone: true
            // The name may be on a chip that is missing; else the name may be a slip.
            case .noSuchLine: misses || knownLines.contains(line?.name ?? "")
            default: false
            }
        }
        knownLines.formUnion(lines.keys.map(\.name))
        var problems = StartProblems(description, missing: missing)
        attachButtons(&problems)
        attachPads(&problems)
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
    /// A missing chip is an error, since the panel that runs works better, but for lines that the predecessor misses, too.
    ///
    /// - Parameter predecessor: a panel that will have stopped by then, so that its lines count as free.
    /// - Throws: what is wrong, each with its place in the panel's file.
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
        _ = try locate(description.allLines, heldElsewhere: held) { line, error, _ in
            error.isAbsence && hasSameBoard && (line.map { missed.contains($0.name) } ?? true)
        }
    }

    /// Counts the lines of another panel of this process as there: one of them that cannot be found is on a missing chip.
    public func know(linesOf other: PanelEngine) {
        knownLines.formUnion(other.knownLines)
        knownLines.formUnion(other.description.allLines.map(\.name))
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
        disconnectLock()
        lightTest?.end("the panel has stopped, or is read again")
        // Before their controls: one that is given up would let the next one be asked.
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
            // What fails now is put on record below.
            slot.light.failed = nil
            slot.light.stop()
            for output in slot.sink.outputs {
                // Once more, since the light takes a line that failed for one that is dark.
                if failure(toMakeSafe: { () throws(GPIOError) in try output.set(false) }) != nil {
                    stillDriven.insert(output.line)
                }
                output.release()
            }
            slot.sink.release()
        }
        leds.changed = nil
        detachDisplays()
        dimmer?.stop()
        dimmer = nil
        endNotices()
        holdsOnPanel = []
        hintText?.clear()
        statusText?.clear()
        controls.removeAll()
        lights = []
        buttons = []
        allFaults = []
        for activity in shownActivities { activity.news?.cancel() }
        shownActivities = []
        activityTimer?.cancel()
        forget(keeping: stillDriven)
        return states
    }

    /// Nobody waits for what the panel will not see the end of.
    private func endPerformances() {
        let slots = controls.slots + errands
        let runs = Array(performances.values) + slots.compactMap(\.run)
        for slot in slots { slot.run = nil }
        for run in runs {
            forget(run)
            run.end(.failed("the panel stopped; whether it was done is not known"))
        }
    }

    /// Why a line may still be active after `body`, which makes it inactive.
    func failure(toMakeSafe body: () throws(GPIOError) -> Void) -> GPIOError? {
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
            guard let described = control.action.output else { continue }
            let output = makeOutput(described)
            // One that cannot be had is somebody else's by now, or stays on record.
            try? output.attach(isActive: described.failsActive)
            output.release()
        }
    }

    // MARK: Lines

    /// Where the lines are; that all of them are there and free, but for those that are missing.
    ///
    /// - Parameter isMissing: whether the panel can do without the line for now; told whether a chip is missing for certain.
    private func locate(
        _ lines: [LineDescription], heldElsewhere held: Set<LineAddress>,
        isMissing: (_ line: LineDescription?, _ error: GPIOError, _ missesChip: Bool) -> Bool
    ) throws(ConfigurationError) -> (places: [LineDescription: LineAddress], missing: Set<LineDescription>) {
        var problems = StartProblems(description)
        var errors: [(line: LineDescription?, error: GPIOError)] = []
        var hasSameLines = false
        var consumers: [LineAddress: String] = [:]
        func attempt(_ line: LineDescription?, isBoard: Bool = false, _ body: () throws(GPIOError) -> Void) {
            if let error = problems.attempt(line, body) { errors.append((isBoard ? nil : line, error)) }
        }
        attempt(lines.first, isBoard: true) { () throws(GPIOError) in
            for info in try board.lines() where !held.contains(info.address) { consumers[info.address] = info.consumer }
        }
        var places: [LineDescription: LineAddress] = [:]
        var users: [LineAddress: LineDescription] = [:]
        // All at once is one look at the chips; one by one tells which cannot be found.
        let found = try? board.addresses(of: lines.map(\.name))
        for (index, line) in lines.enumerated() {
            attempt(line) { () throws(GPIOError) in
                var address = found?[index]
                if address == nil { address = try board.addresses(of: [line.name]).first }
                guard let address else { return }
                if let consumer = consumers[address] { throw .busy(line: line.name, consumer: consumer) }
                places[line] = address
            }
            // The file's reader cannot know that two names are those of one line.
            if let address = places[line], let other = users.updateValue(line, forKey: address) {
                problems.addSameLine(line, other)
                hasSameLines = true
            }
        }
        let missesChip = errors.contains { if case .noSuchChip = $0.error { true } else { $0.error == .noChips } }
        guard !hasSameLines, errors.allSatisfy({ isMissing($0.line, $0.error, missesChip) }) else {
            throw problems.error
        }
        return (places, Set(errors.compactMap(\.line)))
    }

    /// On record before they are driven: from then on somebody else can make them safe.
    private func record(_ places: [LineDescription: LineAddress], _ problems: inout StartProblems) {
        guard let drivenLines else { return }
        let outputs = description.outputs
        do throws(DrivenLinesError) {
            try drivenLines.add(
                outputs.compactMap { output in places[output.line].map { output.driven(at: $0) } })
            let lines = outputs.map(\.line)
            driven = places.filter { lines.contains($0.key) }
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
            // What may not be on beside another does not come on beside it either.
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
        // First: one that comes between must not be missed.
        leds.changed = { [weak self] in self?.checkLEDs() }
        // Lights first: they show the controls, and those the faults of the buttons.
        for slot in lights {
            connect(slot)
            if let shown = slot.description.shows { controls[shown]?.lights.append(slot) }
        }
        // Each may say what is wrong with another. Dark at first, whatever drove it before.
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
        attachDisplay()
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
