import EventLoop
import GPIO
import Glibc
import MonotonicTime

/// A request of a simulated board's lines, as inputs or outputs.
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

    /// Called by the board when the chip is removed.
    func chipWentAway() {
        isGone = true
    }

    /// Throws the kernel's error for a released request, or for a removed chip.
    func checkHeld(call: String) throws(GPIOError) {
        let chip = addresses.first.map { "\($0.chip) [\($0.chipLabel)]" } ?? ""
        if isReleased { throw .failed(call: call, object: chip, code: EBADF) }
        if isGone { throw .chipGone(chip) }
    }
}

/// A request of a simulated board's lines as inputs.
@PanelActor
final class SimulatedInputRequest: SimulatedRequest, InputRequest {
    private let pipe: EventPipe
    private var sequences: [UInt32]

    init(board: SimulatedBoard, addresses: [LineAddress], consumer: String, pipe: EventPipe) {
        self.pipe = pipe
        sequences = addresses.map { _ in 0 }
        super.init(board: board, addresses: addresses, consumer: consumer)
    }

    var descriptor: Int32 { pipe.reader }

    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool {
        try checkHeld(call: "read")
        while let event = pipe.receive() { events.append(event) }
        return false
    }

    override func release() {
        super.release()
        pipe.close()
    }

    override func chipWentAway() {
        super.chipWentAway()
        pipe.hangUp()
    }

    /// Called by the board for an edge of a line.
    func lineChanged(_ address: LineAddress, isActive: Bool, at time: MonotonicInstant, isLost: Bool) {
        guard let line = addresses.firstIndex(of: address) else { return }
        sequences[line] &+= 1
        guard !isLost else { return }
        let sequence = board.hasSequenceNumbers ? sequences[line] : nil
        pipe.send(EdgeEvent(line: line, isActive: isActive, time: time, sequence: sequence))
    }
}

/// A request of a simulated board's lines as outputs.
@PanelActor
final class SimulatedOutputRequest: SimulatedRequest, OutputRequest {
    func set(_ line: Int, isActive: Bool) throws(GPIOError) {
        try checkHeld(call: "GPIO_SET_LINE_VALUES")
        board.drive(addresses[line], isActive: isActive)
    }
}
