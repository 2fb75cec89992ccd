import EventLoop
import GPIO
import MonotonicTime

/// Input lines of a simulated board that somebody holds.
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

    /// The board's report of an edge.
    func lineChanged(_ address: LineAddress, isActive: Bool, at time: MonotonicInstant, isLost: Bool) {
        guard let line = addresses.firstIndex(of: address) else { return }
        sequences[line] &+= 1
        guard !isLost else { return }
        let sequence = board.hasSequenceNumbers ? sequences[line] : nil
        pipe.send(EdgeEvent(line: line, isActive: isActive, time: time, sequence: sequence))
    }
}
