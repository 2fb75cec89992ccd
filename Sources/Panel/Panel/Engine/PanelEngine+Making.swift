import Configuration
import ControlModel
import EventLoop
import GPIO
import LocalAPI
import MonotonicTime

/// Making controls from the panel's file.
extension PanelEngine {
    func makeSlot(_ control: ControlDescription, places: [ControlReference: [String]]) -> ControlSlot {
        let reference = ControlReference(kind: control.kind)
        let sensor = control.sensor.map {
            SensorChannel($0, board: board, scheduler: scheduler, consumer: Self.consumer)
        }
        let readout = control.readout.flatMap { makeCarrier($0, timeout: nil) }
        return ControlSlot(
            name: control.kind, reference: reference, places: places[reference, default: []],
            origin: makeOrigin(control), sensor: sensor, readout: readout, panelName: description.name)
    }

    private func makeOrigin(_ control: ControlDescription) -> ControlSlot.Origin {
        switch control.action {
        case .toggleLine(let output, let restore, let maxTime):
            return .builtIn(
                control,
                LineToggle(
                    kind: control.kind, output: makeOutput(output), restore: restore, maxTime: maxTime, memory: memory,
                    scheduler: scheduler))
        case .pulse(let output, let duration):
            return .builtIn(
                control, PulseButton(output: makeOutput(output), duration: duration, scheduler: scheduler))
        case .timer(let duration, done: _):
            return .builtIn(
                control,
                TimerToggle(kind: control.kind, duration: duration, memory: memory, scheduler: scheduler))
        case .handedOver(let errand):
            // The panel's hosts include the extension of each delegated action.
            guard let carrier = makeCarrier(errand, timeout: control.timeout) else { break }
            return .handedOver(control, carrier)
        case .open, .set, .show, .lock: break
        }
        return .builtIn(control, PlainButton())
    }

    func makeOutput(_ output: OutputDescription) -> OutputChannel {
        OutputChannel(line: output.line, restsActive: output.failsActive, board: board, consumer: Self.consumer)
    }

    private func makeCarrier(_ errand: Errand, timeout: Duration?) -> ExtensionControl? {
        guard let host = hosts.first(where: { $0.grant == errand.grant }) else { return nil }
        var reference = errand.reference(in: description.folder)
        if let timeout { reference.configuration["timeout_ms"] = .int(Int(timeout / .milliseconds(1))) }
        return ExtensionControl(reference, host: host)
    }

    // MARK: Delegated actions

    /// Makes unlisted controls for the actions that follow a timer's end or an opened target.
    func makeErrands() {
        for control in description.controls {
            if case .timer(_, let done?) = control.action {
                // A timer's end reveals that the timer was running.
                addErrand("\(control.key).done", done, privacy: control.privacy == .state ? .state : .none)
            }
        }
        makeSoundErrands()
        for opened in description.opened { addErrand("opened.\(opened.target)", opened.action) }
    }

    @discardableResult
    func addErrand(
        _ name: String, _ following: FollowingAction, privacy: ControlPrivacy = .none
    ) -> ControlSlot {
        let position = SourcePosition(file: description.file, line: 1, column: 1)
        let declaration = ControlDescription(
            key: name, kind: name, title: name, action: following.action, privacy: privacy, position: position)
        let slot = ControlSlot(
            name: name, reference: ControlReference(kind: name), places: [], origin: makeOrigin(declaration))
        if let carrier = slot.carrier { connect(slot, carrier) }
        errands.append(slot)
        return slot
    }

    /// Whether a control is internal: it stands for a delegated action and is not listed.
    func isErrand(_ slot: ControlSlot) -> Bool { errands.contains { $0 === slot } }

    /// Performs the internal control of this name, if it exists.
    func carryOut(_ name: String, by requester: Requester = .itself) {
        if let slot = errand(name) { perform(slot, by: requester) }
    }

    func errand(_ name: String) -> ControlSlot? { errands.first { $0.name == name } }

    // MARK: Timers

    func connect(_ timer: TimerToggle, _ control: ControlDescription) {
        timer.finished = { [weak self, unowned timer] in
            self?.carryOut("\(control.key).done", by: .consequence(allowed: timer.allowed))
        }
        timer.counting = { [weak self] in self?.show($0, of: control) }
        timer.tellResumed()
    }

    /// Shows the remaining time as an activity (C29), which surfaces count down by themselves.
    private func show(_ remaining: KeptTime?, of control: ControlDescription) {
        let caller = HostCaller.hosted(control.kind)
        guard let remaining else {
            endActivity(id: control.kind, for: caller)
            return
        }
        let end = memory.wallClock + Double(remaining.duration.nanoseconds) / 1_000_000_000
        _ = activityList.show(
            ActivityState(
                id: control.kind, title: control.title,
                subtitle: remaining.isCertain ? control.valueOn : "time without power not counted",
                symbol: control.symbolOn ?? control.symbol, ends: end), for: caller,
            isPrivate: control.privacy != .none)
    }
}

extension PanelDescription {
    /// The absolute path of the directory that contains the panel's file.
    var folder: String {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        if folder.isEmpty { return "/" }
        guard !folder.hasPrefix("/"), let current = WorkingFolder.path else { return folder }
        return folder == "." ? current : current + "/" + folder
    }
}
