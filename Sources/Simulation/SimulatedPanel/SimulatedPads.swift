import Configuration
import EventLoop
import GPIO
import Gestures
import Keypads
import MonotonicTime
import SimulatedGPIO

/// The PIN pads of a panel on the simulated board: contacts between its lines, and replacements for input devices.
@PanelActor
public final class SimulatedPads {
    private let board: SimulatedBoard
    private let scheduler: any Scheduler
    /// The replacements for input devices, by the devices' paths.
    private var devices: [String: SimulatedKeypad] = [:]

    public init(_ board: SimulatedBoard, scheduler: any Scheduler) {
        self.board = board
        self.scheduler = scheduler
    }

    /// The keypad that replaces the input device at `path`.
    public func keypad(at path: String) -> any Keypad {
        let keypad = devices[path] ?? SimulatedKeypad()
        devices[path] = keypad
        return keypad
    }

    /// Presses or releases keys of a pad. Several keys go down together.
    public func move(_ keys: String, of keypad: KeypadDescription, isDown: Bool) throws(GPIOError) {
        switch keypad.source {
        case .matrix(let rows, let columns, let layout):
            for (row, keysOfRow) in layout.enumerated() {
                for (column, key) in keysOfRow.enumerated() where keys.contains(key) {
                    try board.moveContact(between: rows[row].name, and: columns[column].name, isClosed: isDown)
                }
            }
        case .device(let path): devices[path]?.move(keys, isDown: isDown, at: scheduler.now)
        }
    }
}

/// A keypad that replaces an input device. A script or a player presses its keys.
@PanelActor
final class SimulatedKeypad: Keypad {
    var happened: (@PanelActor (KeypadOutput) -> Void)?
    var failed: (@PanelActor (KeypadError) -> Void)?
    var recovered: (@PanelActor () -> Void)?

    func attach() {}
    func checkPresence() {}
    func release() { (happened, failed, recovered) = (nil, nil, nil) }

    /// Presses or releases keys. If several keys go down together, none counts.
    func move(_ keys: String, isDown: Bool, at time: MonotonicInstant) {
        guard keys.count == 1, let key = keys.first else {
            if isDown { happened?(.chord(at: time)) }
            return
        }
        happened?(isDown ? .pressed(key, at: time) : .released(key, at: time))
    }
}
