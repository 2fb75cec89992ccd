import ControlModel
import EventLoop

/// A control that was held and waits for a PIN (A2).
@PanelActor
struct PendingControl {
    /// The control, if it is still there.
    weak var slot: ControlSlot?
    /// Its name, whatever becomes of it.
    let name: String
    /// The state that it goes to, as things were when it was held; of a button none.
    let isOn: Bool?
    /// Drops it when nobody has given a PIN in time.
    let timer: PanelTimer
}
