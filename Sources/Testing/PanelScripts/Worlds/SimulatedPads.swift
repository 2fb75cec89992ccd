import Configuration
import EventLoop
import GPIO
import Gestures
import Keypads
import MonotonicTime
import SimulatedGPIO

/// The PIN pads of a panel on the simulated board: contacts between its lines, and what stands for input devices.
@PanelActor
public final class SimulatedPads {
    private let board: SimulatedBoard
    private let scheduler: any Scheduler
    /// What stands for input devices, by their paths.
    private var devices: [String: SimulatedKeypad] = [:]

    /// The pads beside a board.
    public init(_ board: SimulatedBoard, scheduler: any Scheduler) {
        self.board = board
        self.scheduler = scheduler
    }

    /// The keypad that stands for the input device at `path`.
    public func keypad(at path: String) -> any Keypad {
        let keypad = devices[path] ?? SimulatedKeypad()
        devices[path] = keypad
        return keypad
    }

    /// Presses keys of a pad, or lets them up; several at once go down together.
    public func move(_ keys: String, of keypad: KeypadDescription, isDown: Bool) throws(GPIOError) {
        switch keypad.source {
        case .matrix(let rows, let columns, let layout):
            for (row, keysOfRow) in layout.enumerated() {
                for (column, key) in keysOfRow.enumerated() where keys.contains(key) {
                    if isDown {
                        try board.closeContact(between: rows[row].name, and: columns[column].name)
                    } else {
                        try board.openContact(between: rows[row].name, and: columns[column].name)
                    }
                }
            }
        case .device(let path): devices[path]?.move(keys, isDown: isDown, at: scheduler.now)
        }
    }
}

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
