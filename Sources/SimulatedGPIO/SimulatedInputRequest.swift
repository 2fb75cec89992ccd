import EventLoop
import GPIO
import MonotonicTime

/// Input lines of a simulated board that somebody holds.
@PanelActor
final class SimulatedInputRequest: InputRequest {
    let addresses: [LineAddress]
    let configurations: [InputConfiguration]
    private let board: SimulatedBoard
    private let pipe: EventPipe
    private var sequences: [UInt32]
    private(set) var isGone = false
    private var isReleased = false

    init(board: SimulatedBoard, addresses: [LineAddress], configurations: [InputConfiguration]) throws(GPIOError) {
        self.board = board
        self.addresses = addresses
        self.configurations = configurations
        pipe = try EventPipe(lines: addresses.count, hasSequenceNumbers: board.hasSequenceNumbers)
        sequences = addresses.map { _ in 0 }
    }

    var descriptor: Int32 { pipe.reader }

    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool {
        try checkHeld()
        while let event = pipe.receive() { events.append(event) }
        return false
    }

    func levels() throws(GPIOError) -> [Bool] {
        try checkHeld()
        return addresses.map { board.isActive($0) }
    }

    func release() {
        guard !isReleased else { return }
        isReleased = true
        pipe.close()
        board.forget(self)
    }

    /// The board's report of an edge.
    func lineChanged(_ address: LineAddress, isActive: Bool, at time: MonotonicInstant, isLost: Bool) {
        guard !isReleased, let line = addresses.firstIndex(of: address) else { return }
        sequences[line] &+= 1
        guard !isLost else { return }
        let sequence = board.hasSequenceNumbers ? sequences[line] : nil
        pipe.send(EdgeEvent(line: line, isActive: isActive, time: time, sequence: sequence))
    }

    /// The board's report that the chip went away.
    func chipWentAway() {
        isGone = true
        if !isReleased { pipe.hangUp() }
    }

    private func checkHeld() throws(GPIOError) {
        if isGone || isReleased { throw .chipGone(addresses.first?.chip ?? "") }
    }
}
