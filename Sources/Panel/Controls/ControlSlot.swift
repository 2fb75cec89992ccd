import Configuration
import Controls
import EventLoop

/// A control of a panel: what the file says of it, what carries it out, and what is shown of it.
@PanelActor
final class ControlSlot {
    let description: ControlDescription
    let control: any BuiltInControl
    var snapshot: ControlSnapshot

    /// The end of the performance that goes on, if one does: at most one at a time (C25).
    var run: PanelTimer?

    /// Why the last performance failed, until one succeeds (C27).
    var failure: String?

    /// Whether the line behind the value is gone.
    var isStale = false

    init(description: ControlDescription, control: any BuiltInControl) {
        self.description = description
        self.control = control
        snapshot = ControlSnapshot(description, isOn: control.isOn, isRunning: false)
    }

    /// What is to be shown now.
    func makeSnapshot() -> ControlSnapshot {
        ControlSnapshot(
            description, isOn: control.isOn, isRunning: run != nil || control.isRunning, isStale: isStale,
            failure: failure)
    }
}
