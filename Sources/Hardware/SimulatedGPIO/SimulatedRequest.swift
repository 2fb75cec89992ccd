import EventLoop
import GPIO
import Glibc

/// Lines of a simulated board that somebody holds, as inputs or outputs.
@PanelActor
class SimulatedRequest {
    let addresses: [LineAddress]
    let consumer: String
    let board: SimulatedBoard
    private(set) var isGone = false
    private(set) var isReleased = false

    init(board: SimulatedBoard, addresses: [LineAddress], consumer: String) {
        self.board = board
        self.addresses = addresses
        self.consumer = consumer
    }

    func levels() throws(GPIOError) -> [Bool] {
        try checkHeld(call: "GPIO_GET_LINE_VALUES")
        return addresses.map { board.isActive($0) }
    }

    func release() {
        isReleased = true
    }

    /// The board's report that the chip went away.
    func chipWentAway() {
        isGone = true
    }

    /// Throws what the kernel's lines throw that were given back, or whose chip is gone.
    func checkHeld(call: String) throws(GPIOError) {
        let chip = addresses.first.map { "\($0.chip) [\($0.chipLabel)]" } ?? ""
        if isReleased { throw .failed(call: call, object: chip, code: EBADF) }
        if isGone { throw .chipGone(chip) }
    }
}
