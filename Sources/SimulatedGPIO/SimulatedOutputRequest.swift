import EventLoop
import GPIO

/// Output lines of a simulated board that somebody holds.
@PanelActor
final class SimulatedOutputRequest: OutputRequest {
    let addresses: [LineAddress]
    private let board: SimulatedBoard
    private(set) var isGone = false
    private var isReleased = false

    init(board: SimulatedBoard, addresses: [LineAddress]) {
        self.board = board
        self.addresses = addresses
    }

    func set(_ line: Int, isActive: Bool) throws(GPIOError) {
        try checkHeld()
        board.drive(addresses[line], isActive: isActive)
    }

    func levels() throws(GPIOError) -> [Bool] {
        try checkHeld()
        return addresses.map { board.isActive($0) }
    }

    func release() {
        guard !isReleased else { return }
        isReleased = true
        board.forget(self)
    }

    /// The board's report that the chip went away.
    func chipWentAway() {
        isGone = true
    }

    private func checkHeld() throws(GPIOError) {
        if isGone || isReleased { throw .chipGone(addresses.first?.chip ?? "") }
    }
}
