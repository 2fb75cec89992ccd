import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Makes controls with their channels to lines and extensions, without touching a line.
@PanelActor
struct ControlFactory {
    let lines: PanelLines
    let memory: PanelMemory
    let hosts: [ExtensionHost]
    let scheduler: any Scheduler

    /// A control of the panel's file.
    func make(_ control: ControlDescription, places: [String], of panel: PanelDescription) -> ControlSlot {
        let sensor = control.sensor.map { SensorChannel($0, board: lines.board, scheduler: scheduler) }
        let readout = control.readout.flatMap { makeRemote($0, timeout: nil, of: panel) }
        return ControlSlot(
            name: control.kind, reference: ControlReference(kind: control.kind), places: places,
            origin: makeOrigin(control, of: panel), declaration: control, sensor: sensor, readout: readout,
            panelName: panel.name)
    }

    /// A control for a delegated action, which no client sees.
    func make(
        _ name: String, _ action: FollowingAction, role: ControlSlot.Role, privacy: ControlPrivacy,
        of panel: PanelDescription
    ) -> ControlSlot {
        let position = SourcePosition(file: panel.file, line: 1, column: 1)
        let declaration = ControlDescription(
            key: name, kind: name, title: name, action: action.action, privacy: privacy, position: position)
        return ControlSlot(
            name: name, reference: ControlReference(kind: name), places: [], role: role,
            origin: makeOrigin(declaration, of: panel), declaration: declaration)
    }

    /// A placed control from outside the panel's file.
    func make(_ placed: PlacedReference) -> ControlSlot {
        let host = host(of: placed.reference.kind)
        return ControlSlot(
            name: placed.name, reference: placed.reference, places: placed.places,
            origin: host.map { .remote(ExtensionControl(placed.reference, host: $0)) }
                ?? .gone(ControlSlot.hasGone))
    }

    /// The extension of a kind; `nil` for the panel's own controls and for extensions that only perform delegated
    /// actions.
    func host(of kind: String) -> ExtensionHost? {
        hosts.first { $0.grant.covers(kind) && !$0.isStock }
    }

    /// The extension that performs a delegated action.
    func host(of action: DelegatedAction) -> ExtensionHost? { hosts.first { $0.grant == action.grant } }

    private func makeOrigin(_ control: ControlDescription, of panel: PanelDescription) -> ControlSlot.Origin {
        switch control.action {
        case .toggleLine(let output, let restore, let maxTime):
            .builtIn(
                LineToggle(
                    kind: control.kind, output: lines.makeOutput(output), restore: restore, maxTime: maxTime,
                    memory: memory, scheduler: scheduler))
        case .pulse(let output, let duration):
            .builtIn(PulseButton(output: lines.makeOutput(output), duration: duration, scheduler: scheduler))
        case .timer(let duration, done: _):
            .builtIn(TimerToggle(kind: control.kind, duration: duration, memory: memory, scheduler: scheduler))
        case .delegated(let delegated):
            // The panel's hosts include the extension of each delegated action.
            makeRemote(delegated, timeout: control.timeout, of: panel).map { .remote($0) } ?? .builtIn(nil)
        case .open, .set, .show, .lock: .builtIn(nil)
        }
    }

    private func makeRemote(_ action: DelegatedAction, timeout: Duration?, of panel: PanelDescription)
        -> ExtensionControl?
    {
        guard let host = host(of: action) else { return nil }
        var reference = action.reference(in: panel.folder)
        if let timeout { reference.configuration["timeout_ms"] = .int(Int(timeout / .milliseconds(1))) }
        return ExtensionControl(reference, host: host)
    }
}

/// A placed control from outside the panel's file, with its name and places.
struct PlacedReference {
    let name: String
    let reference: ControlReference
    let places: [String]
}

extension PanelDescription {
    var places: [ControlReference: [String]] {
        Dictionary(placements.map { ($0.reference, [$0.place]) }, uniquingKeysWith: +)
    }

    /// The placed controls from outside the panel's file, in the order of their first places.
    var placedOfOthers: [PlacedReference] {
        let own = Set(controls.map(\.kind))
        let places = places
        var order: [ControlReference] = []
        var seen: Set<ControlReference> = []
        for placement in placements where !own.contains(placement.reference.kind) {
            if seen.insert(placement.reference).inserted { order.append(placement.reference) }
        }
        let counts = Dictionary(grouping: order, by: \.kind).mapValues(\.count)
        return order.compactMap { reference in
            guard let places = places[reference], let first = places.first else { return nil }
            let isOnly = counts[reference.kind] == 1
            return PlacedReference(
                name: isOnly ? reference.kind : "\(reference.kind)@\(first)", reference: reference, places: places)
        }
    }
}
