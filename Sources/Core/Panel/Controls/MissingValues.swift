import EventLoop

/// The values of controls that their own programs, files or topics do not give: a fault for each kind (C44).
///
/// A program may write another error at each try. So a fault keeps its first reason, and one notification goes out, until
/// the value comes.
@PanelActor
final class MissingValues {
    private let faults: FaultList
    private let ofKind: @PanelActor (String) -> [ControlSlot]
    /// The missing value that the fault of a kind names.
    private var named: [String: (slot: ControlSlot, remote: ExtensionControl)] = [:]

    /// No missing values.
    ///
    /// - Parameter ofKind: the panel's present controls of a kind.
    init(_ faults: FaultList, ofKind: @escaping @PanelActor (String) -> [ControlSlot]) {
        (self.faults, self.ofKind) = (faults, ofKind)
    }

    /// Begins or ends the fault of a control's kind, after a change of the control's value.
    func changed(_ slot: ControlSlot, _ remote: ExtensionControl) {
        guard named[slot.kind] == nil else { return check(slot.kind) }
        guard misses(slot, remote), let reason = remote.missedValue else { return }
        named[slot.kind] = (slot, remote)
        faults.begin(.value(slot.kind), .value(slot.redacted(reason: reason)))
    }

    /// Ends the faults whose values are not missed any more, after a change of the layout or of an extension's report.
    func checkAll() {
        for kind in named.keys.sorted() { check(kind) }
    }

    /// Forgets all missing values, as the panel stops.
    func removeAll() { named = [:] }

    /// Ends the fault of a kind once the value has come that the fault names; another missing value takes its place.
    private func check(_ kind: String) {
        guard let missing = named[kind], !misses(missing.slot, missing.remote) else { return }
        named[kind] = nil
        faults.end(.value(kind))
        for slot in ofKind(kind) {
            for remote in slot.remotes where named[kind] == nil { changed(slot, remote) }
        }
    }

    /// Whether the panel shows the control, and its value is missing.
    private func misses(_ slot: ControlSlot, _ remote: ExtensionControl) -> Bool {
        (slot.isPlaced || slot.declaration != nil) && !slot.isDelegated && remote.missedValue != nil
    }
}
