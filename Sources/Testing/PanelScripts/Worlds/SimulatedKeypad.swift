import EventLoop
import Gestures
import Keypads
import MonotonicTime

/// A keypad that is an input device, without the device: a script, or whoever plays, presses its keys.
@PanelActor
final class SimulatedKeypad: Keypad {
    var happened: (@PanelActor (KeypadOutput) -> Void)?
    var failed: (@PanelActor (KeypadError) -> Void)?
    var recovered: (@PanelActor () -> Void)?

    func attach() {}
    func checkPresence() {}
    func release() { (happened, failed, recovered) = (nil, nil, nil) }

    /// Keys go down, or come up; of several that go down together none counts.
    func move(_ keys: String, isDown: Bool, at time: MonotonicInstant) {
        guard keys.count == 1, let key = keys.first else {
            if isDown { happened?(.chord(at: time)) }
            return
        }
        happened?(isDown ? .pressed(key, at: time) : .released(key, at: time))
    }
}
