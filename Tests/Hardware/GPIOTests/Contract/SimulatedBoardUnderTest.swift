import EventLoop
import GPIO
import SimulatedGPIO

/// The simulated board in real time, which loses events as one of the two ABIs does.
@PanelActor
final class SimulatedBoardUnderTest: BoardUnderTest {
    private let board: SimulatedBoard

    init(hasSequenceNumbers: Bool) throws {
        let chips = WiredChip.allCases.map { chip in
            SimulatedGPIO.SimulatedChip(path: Self.name(chip), label: Self.label(chip), lineNames: chip.lineNames)
        }
        board = SimulatedBoard(chips: chips, scheduler: EventLoop.panel, hasSequenceNumbers: hasSequenceNumbers)
        try board.occupy("HELD6", consumer: WiredLine.holder)
    }

    let scheduler: any Scheduler = EventLoop.panel

    func label(_ chip: WiredChip) -> String { Self.label(chip) }

    func makeBoard(chip: String?) -> any Board {
        guard let chip else { return board }
        return BoardOfOneChip(board, chip: chip)
    }

    func pull(_ line: WiredLine, high: Bool) throws {
        // A released simulated output goes on driving, but the contract's outer world must win.
        if try board.info(address(line))?.consumer == nil {
            try board.requestInputs([.init(line: place(line))], consumer: "world").release()
        }
        try board.connect(place(line), toHigh: high)
    }

    func level(_ line: WiredLine) throws -> Bool { try board.isHigh(place(line)) }

    func steps(_ line: WiredLine, during action: () throws -> Void) throws -> [OutputStep] {
        let address = try address(line)
        var level = try self.level(line)
        var steps: [OutputStep] = []
        board.outputChanged = { [board] changed, _ in
            guard changed == address, let next = try? board.isHigh(self.place(line)), next != level else { return }
            level = next
            steps.append(.level(next))
        }
        defer { board.outputChanged = nil }
        try action()
        return steps
    }

    func unplug(_ chip: WiredChip) throws { try board.unplug(Self.name(chip)) }

    func plug(_ chip: WiredChip) throws {
        try board.replug(Self.name(chip))
        for offset in chip.lineNames.indices {
            try board.connect("\(Self.name(chip)):\(offset)", toHigh: nil)
        }
    }

    /// Each request has a pipe, and the board opens nothing else.
    func openDescriptors() -> [String] { Array(repeating: "request", count: board.heldRequests) }

    func dismantle() throws { try board.occupy("HELD6", consumer: nil) }

    private func place(_ line: WiredLine) -> String { "\(Self.name(line.chip)):\(line.offset)" }

    private func address(_ line: WiredLine) throws -> LineAddress { try board.address(of: place(line)) }

    private static func name(_ chip: WiredChip) -> String {
        switch chip {
        case .panel: "gpiochip0"
        case .expander: "gpiochip1"
        }
    }

    private static func label(_ chip: WiredChip) -> String {
        switch chip {
        case .panel: "contract"
        case .expander: "contract-expander"
        }
    }
}
