import Configuration
import Controls
import EventLoop
import MonotonicTime

/// A control of a panel: what the file says of it, what carries it out, and what is shown of it.
@PanelActor
final class ControlSlot {
    let description: ControlDescription
    let control: any BuiltInControl
    var snapshot: ControlSnapshot

    /// The performance that goes on, if one does: at most one at a time (C25).
    var run: Run?

    /// Why the last performance failed, until one succeeds (C27).
    var failure: String?

    /// Whether the line behind the value is gone.
    var isStale = false

    /// A performance that takes a while.
    struct Run {
        /// Fires when it is finished, or has taken too long.
        var timer: PanelTimer
        /// The state a toggle is to go to.
        var wish: Bool?
    }

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
