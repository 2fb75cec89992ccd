import ControlModel
import EventLoop

/// A held control that waits for a PIN (A2: the right PIN in time performs the control once).
@PanelActor
struct PendingControl {
    /// The control, if it still exists.
    weak var slot: ControlSlot?
    /// The control's name, kept even if the control disappears.
    let name: String
    /// The target state, as determined at the hold; `nil` for a button.
    let isOn: Bool?
    /// Drops the waiting control if no PIN is given in time.
    let timer: PanelTimer
}
