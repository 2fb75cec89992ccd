import Configuration
import EventLoop
import GPIO
import LocalAPI
import Panel
import SimulatedGPIO

/// The lines of a simulated board that a panel uses, with their users, in the order of the panel's file.
@PanelActor
struct BoardLines {
    private let board: SimulatedBoard
    private let lines: [(line: LineDescription, usedBy: String)]
    private let places: [LineAddress: Int]

    init(_ panel: PanelDescription, _ board: SimulatedBoard) {
        self.board = board
        lines = panel.usedLines
        var places: [LineAddress: Int] = [:]
        for (index, line) in lines.enumerated() {
            // The board has all lines of the panel.
            if let address = try? board.address(of: line.line.name) { places[address] = index }
        }
        self.places = places
    }

    var indices: Range<Int> { lines.indices }

    var all: [BoardLine] { indices.map { self[$0] } }

    /// A line with its current level.
    subscript(index: Int) -> BoardLine {
        let (line, usedBy) = lines[index]
        let isHigh = try? board.isHigh(line.name)
        return BoardLine(name: line.name, usedBy: usedBy, isActive: isHigh.map { $0 != line.isActiveLow })
    }

    func index(of address: LineAddress) -> Int? { places[address] }

    func named(_ name: String) -> BoardLine? { lines.firstIndex { $0.line.name == name }.map { self[$0] } }
}

extension PanelDescription {
    /// The lines of the panel's sensors.
    var sensorLines: [LineDescription] { controls.compactMap { $0.sensor?.line } }
}
