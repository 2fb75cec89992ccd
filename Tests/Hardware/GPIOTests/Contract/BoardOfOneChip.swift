import EventLoop
import GPIO
import SimulatedGPIO

/// A board that offers only one chip of a simulated board.
@PanelActor
final class BoardOfOneChip: Board {
    private let board: SimulatedBoard
    private let chip: String

    init(_ board: SimulatedBoard, chip: String) {
        self.board = board
        self.chip = chip
    }

    var chipsChanged: (@PanelActor () -> Void)? {
        get { board.chipsChanged }
        set { board.chipsChanged = newValue }
    }

    func lines() throws(GPIOError) -> [LineInfo] {
        let all = try board.lines()
        let directory = LineDirectory(lines: all)
        let path = directory.chips[try directory.chip(chip)].path
        return all.filter { $0.address.chip == path }
    }

    func requestInputs(_ lines: [InputConfiguration], consumer: String) throws(GPIOError) -> any InputRequest {
        var placed: [InputConfiguration] = []
        for (line, address) in zip(lines, try addresses(of: lines.map(\.line))) {
            placed.append(
                InputConfiguration(
                    line: "\(address.chip):\(address.offset)", isActiveLow: line.isActiveLow, bias: line.bias))
        }
        return try board.requestInputs(placed, consumer: consumer)
    }

    func requestOutputs(_ lines: [OutputConfiguration], consumer: String) throws(GPIOError) -> any OutputRequest {
        var placed: [OutputConfiguration] = []
        for (line, address) in zip(lines, try addresses(of: lines.map(\.line))) {
            placed.append(
                OutputConfiguration(
                    line: "\(address.chip):\(address.offset)", isActiveLow: line.isActiveLow, isActive: line.isActive,
                    drive: line.drive))
        }
        return try board.requestOutputs(placed, consumer: consumer)
    }
}
