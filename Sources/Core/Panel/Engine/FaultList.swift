import EventLoop

/// The faults of a panel, the oldest first. A part has one fault at most.
@PanelActor
final class FaultList {
    private let events: PanelEvents
    private var faults: [PanelFault] = []
    /// Called after the report, as a fault that all viewers may see begins or ends; observers may receive the event later.
    var onChange: (@PanelActor (_ fault: PanelFault, _ isBroken: Bool) -> Void)?

    init(events: PanelEvents) {
        self.events = events
    }

    /// The faults that a viewer sees, the oldest first.
    func all(seesPrivate: @autoclosure () -> Bool) -> [PanelFault] {
        guard faults.contains(where: \.isPrivate), !seesPrivate() else { return faults }
        return faults.filter { !$0.isPrivate }
    }

    func contains(_ part: PanelFault.Part) -> Bool { faults.contains { $0.part == part } }

    /// Begins a fault that all viewers may see; a previous fault of the same part is replaced.
    func begin(_ part: PanelFault.Part, _ cause: PanelFault.Cause) { begin(PanelFault(part: part, cause: cause)) }

    /// Begins a fault; a previous fault of the same part is replaced.
    func begin(_ fault: PanelFault) {
        guard !faults.contains(fault) else { return }
        // Viewers who may not see the private fault see the previous fault end.
        if fault.isPrivate { end(fault.part) }
        faults.removeAll { $0.part == fault.part }
        faults.append(fault)
        events.report(.faultBegan(fault), isPrivate: fault.isPrivate)
        if !fault.isPrivate { onChange?(fault, true) }
    }

    func end(_ part: PanelFault.Part) {
        guard let index = faults.firstIndex(where: { $0.part == part }) else { return }
        let fault = faults.remove(at: index)
        events.report(.faultEnded(fault), isPrivate: fault.isPrivate)
        if !fault.isPrivate { onChange?(fault, false) }
    }

    /// Forgets all faults, as the panel stops.
    func removeAll() { faults = [] }
}
