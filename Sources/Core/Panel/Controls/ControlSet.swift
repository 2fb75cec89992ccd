import Configuration
import ControlModel
import EventLoop
import GPIO
import LocalAPI
import MonotonicTime

/// The controls of a panel: made from the panel's file and its layout, kept current, and found by any of their names.
@PanelActor
final class ControlSet {
    /// The panel's file, combined with the user-made layout.
    private(set) var description: PanelDescription
    /// The panel's controls, which clients see.
    private var directory = ControlDirectory()
    private let delegates: DelegatedControls
    private let factory: ControlFactory
    private let reports: PanelReports
    private lazy var missingValues = MissingValues(reports.faults) { [weak self] in self?.ofKind($0) ?? [] }

    /// Called after a control's snapshot has changed, with the performance that has just ended and may have changed it.
    var onChange: (@PanelActor (ControlSlot, Performance?) -> Void)?
    /// Called at the end of a timer with its delegated control, and the right that is left of its start.
    var onTimerEnd: (@PanelActor (ControlSlot, LastingRight) -> Void)?

    init(_ description: PanelDescription, _ factory: ControlFactory, _ reports: PanelReports) {
        self.description = description
        self.factory = factory
        self.reports = reports
        delegates = DelegatedControls(scheduler: factory.scheduler)
    }

    var hosts: [ExtensionHost] { factory.hosts }
    var memory: PanelMemory { factory.memory }
    private var scheduler: any Scheduler { factory.scheduler }

    // MARK: Finding

    /// The panel's own controls in the file's order, then those of extensions.
    var slots: [ControlSlot] { directory.slots }

    /// The control with this name, key or place, or the only control of this kind.
    subscript(_ name: String) -> ControlSlot? { directory[name] }

    subscript(_ reference: ControlReference) -> ControlSlot? { directory[reference] }

    /// All controls with this name, or of this kind.
    func all(_ name: String) -> [ControlSlot] { directory.all(name) }

    func ofKind(_ kind: String) -> [ControlSlot] { directory.ofKind(kind) }

    /// The most similar name for an unknown name; `nil` if nothing is similar.
    func nearest(to name: String) -> String? { directory.nearest(to: name) }

    /// Whether the control still belongs to the panel.
    func contains(_ slot: ControlSlot) -> Bool {
        directory[slot.reference] === slot || delegated.contains { $0 === slot }
    }

    var delegated: [ControlSlot] { delegates.slots }

    func delegated(_ name: String) -> ControlSlot? { delegated.first { $0.name == name } }

    /// The extension of a kind; `nil` for the panel's own controls and for extensions that only perform delegated
    /// actions.
    func host(of kind: String) -> ExtensionHost? { factory.host(of: kind) }

    /// Whether the extension that performs a delegated action is present.
    func isReady(_ action: DelegatedAction) -> Bool { factory.host(of: action)?.isReady ?? false }

    // MARK: Starting and stopping

    /// Makes the controls, and takes the lines of the panel's own.
    ///
    /// - Parameter states: the toggles' states left by the previous engine, by kind.
    func attach(resuming states: [String: Bool], _ problems: inout StartProblems) {
        let places = description.places
        for control in description.controls {
            let places = places[ControlReference(kind: control.kind), default: []]
            let slot = factory.make(control, places: places, of: description)
            add(toDirectory: slot)
            if let sensor = slot.sensor {
                problems.attempt(sensor.description.line) { () throws(GPIOError) in try sensor.input.attach() }
            }
            guard let builtIn = slot.builtIn else { continue }
            // A toggle does not resume its on state against its interlock.
            let state = isInterlocked(control) ? false : states[control.kind]
            problems.attempt(control.action.output?.line) { () throws(GPIOError) in try builtIn.attach(resuming: state)
            }
        }
        for placed in description.placedOfOthers { add(toDirectory: factory.make(placed)) }
    }

    /// Adds a control, which goes on with the changes of the control in its place on the previous panel.
    private func add(toDirectory slot: ControlSlot) {
        if let changes = memory.changes.removeValue(forKey: slot.reference) { slot.changes = changes }
        directory.add(slot)
    }

    private func isInterlocked(_ control: ControlDescription) -> Bool {
        control.interlock.contains { kind in
            all(kind).contains { $0.builtIn?.isOn == true }
        }
    }

    /// Connects the controls with their lines, extensions and stored times, and reports their states.
    ///
    /// - Parameter show: shows a control on the panel.
    func connect(show: (ControlSlot) -> Void) {
        memory.becameCertain = { [weak self] in
            for slot in self?.slots ?? [] { slot.builtIn?.timesChanged() }
        }
        for slot in slots {
            connect(slot)
            refresh(slot)
            show(slot)
            if let absence = slot.absence {
                reports.events.report(.valueMissed(kind: slot.name, reason: absence))
            }
        }
        // Controls that the previous panel had, and this one has not.
        memory.changes = [:]
    }

    /// Stops the controls, makes their lines safe and releases them.
    ///
    /// - Parameters:
    ///   - kept: the kinds of toggles whose lines keep their levels, for a panel that starts at once.
    ///   - stillDriven: receives the lines that may be active afterwards.
    /// - Returns: the states of these toggles.
    func stop(keeping kept: Set<String>, _ stillDriven: inout Set<LineDescription>) -> [String: Bool] {
        var states: [String: Bool] = [:]
        for slot in slots {
            for remote in slot.remotes { remote.stop() }
            slot.sensor?.release()
            guard let control = slot.builtIn else { continue }
            control.changed = nil
            if let timer = control as? TimerToggle { (timer.finished, timer.counting) = (nil, nil) }
            let line = slot.declaration?.action.output?.line
            for output in control.outputs { output.ignore() }
            if kept.contains(slot.kind), let isOn = control.isOn {
                states[slot.kind] = isOn
                if let line { stillDriven.insert(line) }
            } else if let error = PanelLines.failure(toMakeSafe: control.makeSafe) {
                if let line { stillDriven.insert(line) }
                reports.events.report(.failed(kind: slot.name, reason: "may still be active: \(error)"))
            }
            for output in control.outputs { output.release() }
        }
        return states
    }

    /// Stops and forgets the controls of delegated actions.
    func endDelegated() { delegates.removeAll() }

    /// Forgets all controls at the end of a stop, except their changes, with which the next panel goes on.
    func removeAll() {
        for slot in slots { memory.changes[slot.reference] = slot.changes }
        missingValues.removeAll()
        directory = ControlDirectory()
    }

    // MARK: Delegated actions

    /// Makes the controls for the actions that follow a timer's end or an opened target.
    func makeDelegated() {
        for control in description.controls {
            if case .timer(_, let done?) = control.action {
                // A timer's end reveals that the timer was running.
                addDelegated(
                    "\(control.key).done", done, role: .followUp, privacy: control.privacy == .state ? .state : .none)
            }
        }
        for opened in description.opened {
            // For a URL, the action gets a control of its own, with the URL in it.
            addDelegated("opened.\(opened.target)", opened.action.telling(opened.target), role: .followUp)
        }
    }

    /// Adds a control for a delegated action.
    ///
    /// - Parameter isConnected: whether a value that the control misses is reported.
    @discardableResult
    func addDelegated(
        _ name: String, _ action: FollowingAction, role: ControlSlot.Role, privacy: ControlPrivacy = .none,
        isConnected: Bool = true
    ) -> ControlSlot {
        let slot = factory.make(name, action, role: role, privacy: privacy, of: description)
        if isConnected { connect(slot) }
        delegates.add(slot)
        return slot
    }

    /// Removes a control for a delegated action, which is not performed any more.
    func removeDelegated(_ slot: ControlSlot) { delegates.remove(slot) }

    /// Removes a control for a delegated action after the outcome that it is still processing.
    func removeDelegatedSoon(_ slot: ControlSlot) { delegates.removeSoon(slot) }

    // MARK: Connecting

    /// Connects a control of an extension that the panel has begun to list or to place.
    func add(_ slot: ControlSlot) {
        directory.add(slot)
        connect(slot)
    }

    private func connect(_ slot: ControlSlot) {
        for remote in slot.remotes { connect(slot, remote) }
        if let sensor = slot.sensor {
            sensor.changed = { [weak self, unowned slot] in self?.sensed(slot) }
            sensor.input.lost = { [weak self, unowned slot] error in
                self?.reports.faults.begin(.control(slot.kind), .line(error))
                self?.refresh(slot)
            }
            sensor.input.returned = { [weak self, unowned slot] in self?.returned(slot) }
        }
        guard let description = slot.declaration, let control = slot.builtIn else { return }
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

    private func connect(_ slot: ControlSlot, _ remote: ExtensionControl) {
        remote.changed = { [weak self, unowned slot, unowned remote] in
            self?.refresh(slot)
            self?.missingValues.changed(slot, remote)
        }
        remote.missed = { [weak self, unowned slot] reason in
            // A person in front of the panel must not notice a notice of duress.
            guard slot.role != .notice(.duress) else { return }
            self?.reports.events.report(
                .valueMissed(kind: slot.name, reason: reason),
                redacted: .valueMissed(kind: slot.name, reason: slot.redacted(reason: reason)))
        }
    }

    private func connect(_ timer: TimerToggle, _ control: ControlDescription) {
        timer.finished = { [weak self, unowned timer] in
            guard let self, let done = delegated("\(control.key).done") else { return }
            onTimerEnd?(done, timer.right)
        }
        timer.counting = { [weak self] in self?.show($0, of: control) }
        // A resumed timer shows its remaining time.
        timer.timesChanged()
    }

    /// Shows the remaining time as an activity (C29), which surfaces count down by themselves.
    private func show(_ remaining: KeptTime?, of control: ControlDescription) {
        let caller = HostCaller.hosted(control.kind)
        guard let remaining else {
            reports.activities.end(id: control.kind, for: caller)
            return
        }
        let end = memory.wallClock + Double(remaining.duration.nanoseconds) / 1_000_000_000
        _ = reports.activities.show(
            ActivityState(
                id: control.kind, title: control.title,
                subtitle: remaining.isCertain ? control.valueOn : "time without power not counted",
                symbol: control.symbolOn ?? control.symbol, ends: end), for: caller,
            isPrivate: control.privacy != .none)
    }

    // MARK: Missing lines

    private func lost(_ slot: ControlSlot, _ error: GPIOError) {
        slot.isLineLost = true
        reports.faults.begin(.control(slot.kind), .line(error))
        refresh(slot)
    }

    /// Handles the return of one of the control's lines.
    private func returned(_ slot: ControlSlot) {
        updateLineFault(of: slot)
        if slot.outputs.allSatisfy(\.isHeld) { reload(slot) } else { refresh(slot) }
    }

    /// Ends the fault of the control's lines once all are there, and the sensor is at rest.
    private func updateLineFault(of slot: ControlSlot) {
        guard slot.outputs.allSatisfy(\.isHeld), slot.sensor?.input.isHeld != false else { return }
        if let fault = slot.sensor?.fault {
            reports.faults.begin(.control(slot.kind), .contact(fault))
        } else {
            reports.faults.end(.control(slot.kind))
        }
    }

    private func sensed(_ slot: ControlSlot) {
        updateLineFault(of: slot)
        refresh(slot)
    }

    /// Reports the lines that are still missing of controls with lines on several chips.
    func reportMissingLines() {
        for slot in slots {
            guard let sensor = slot.sensor?.input, slot.outputs.allSatisfy(\.isHeld) != sensor.isHeld else { continue }
            for output in slot.outputs { output.reportIfMissing() }
            sensor.reportIfMissing()
        }
    }

    // MARK: Reloading

    /// Checks the faults of missing values after a change of an extension's report.
    func checkMissingValues() { missingValues.checkAll() }

    /// Reloads the current state of controls, and shows it (C42); a kind reloads all its placements.
    ///
    /// - Returns: `false` if the control does not exist.
    func reload(_ control: String) -> Bool {
        for slot in all(control) { reload(slot) }
        return !all(control).isEmpty
    }

    func reload(_ slot: ControlSlot, after run: Performance? = nil) {
        if case .builtIn(let control) = slot.origin {
            do throws(GPIOError) {
                try control?.reload()
                slot.isLineLost = false
            } catch {
                // The last value stays, marked as stale (C44).
                slot.isLineLost = true
            }
            refresh(slot, after: run)
        }
        for remote in slot.remotes { remote.reload() }
    }

    /// Makes a new snapshot of a control, and reports and shows a change.
    ///
    /// - Parameter run: the performance that has just ended and may have changed the control; `nil` without one.
    func refresh(_ slot: ControlSlot, after run: Performance? = nil) {
        guard let isNewsRedacted = slot.update(at: scheduler.now), !slot.isDelegated else { return }
        reports.events.report(
            .controlChanged(slot.snapshot, name: slot.name),
            redacted: isNewsRedacted ? .controlChanged(slot.redacted, name: slot.name) : nil)
        onChange?(slot, run)
    }

    /// Reloads all placements of a kind after the return of its intent's `perform()` (C42: the placements share one
    /// state).
    ///
    /// - Parameter slot: a placement that received its value with the reply.
    func reloadPlacements(ofKind kind: String, but slot: ControlSlot? = nil) {
        for other in ofKind(kind) where other !== slot { other.carrier?.reload() }
    }

    /// Reloads all kinds with a placement that performs one of these intents of an extension.
    func reloadPlacements(performing intents: Set<String>, of host: ExtensionHost) {
        let kinds = slots.compactMap { slot -> String? in
            guard let control = slot.extensionControl, control.host === host,
                let intent = control.evaluation?.intent, intents.contains(intent.type)
            else { return nil }
            return slot.kind
        }
        for kind in Set(kinds) { reloadPlacements(ofKind: kind) }
    }

    // MARK: Changes of the list

    /// Removes controls that their extension no longer has.
    func remove(_ slots: [ControlSlot]) {
        directory.remove(slots)
        for slot in slots {
            slot.extensionControl?.stop()
            reports.events.report(.controlRemoved(name: slot.name))
        }
        missingValues.checkAll()
    }

    /// Applies another layout: adds new controls, and ends controls without a place.
    ///
    /// - Parameter end: ends the performance of a control that has lost its place.
    /// - Returns: the names of the extensions whose placements have changed.
    func arrange(as panel: PanelDescription, end: (ControlSlot) -> Void) -> Set<String> {
        description = panel
        let old = directory
        let places = description.places
        var changed: Set<String> = []
        func note(_ slot: ControlSlot) {
            if let host = slot.extensionControl?.host { changed.insert(host.grant.name) }
        }
        directory = ControlDirectory()
        for slot in old.slots where slot.declaration != nil {
            slot.move(to: places[slot.reference, default: []], name: slot.name)
            directory.add(slot)
        }
        for placed in description.placedOfOthers {
            let known = old[placed.reference]
            let slot = known ?? factory.make(placed)
            if known == nil || slot.places != placed.places || slot.name != placed.name { note(slot) }
            let wasPlaced = slot.isPlaced
            slot.move(to: placed.places, name: placed.name)
            directory.add(slot)
            guard known == nil else {
                // Without a place, the control was not reloaded, so its value may be old.
                if !wasPlaced { slot.extensionControl?.reload(ifOlderThan: .zero) }
                continue
            }
            connect(slot)
        }
        for slot in old.slots where directory[slot.reference] !== slot {
            // A described kind stays in the list without a place; the host's own change removes kinds that no longer
            // exist.
            if !slot.isPlaced, all(slot.kind).isEmpty {
                directory.add(slot)
                continue
            }
            note(slot)
            end(slot)
            slot.extensionControl?.stop()
        }
        missingValues.checkAll()
        return changed
    }
}
