import Configuration
import EventLoop
import GPIO
import LocalAPI
import SimulatedGPIO

/// A running panel and its simulated board, with all parts that people may move by hand.
@PanelActor
final class BoardBench {
    let panel: PanelDescription
    let board: SimulatedBoard
    let hands: BoardHands
    let typists: [PadTypist]
    let lines: BoardLines

    init(_ panel: PanelDescription, _ board: SimulatedBoard, _ pads: SimulatedPads, scheduler: any Scheduler) {
        (self.panel, self.board) = (panel, board)
        hands = BoardHands(board, scheduler: scheduler)
        typists = panel.keypads.map { PadTypist($0, pads, scheduler: scheduler) }
        lines = BoardLines(panel, board)
    }

    func button(_ name: String) throws -> ButtonDescription {
        guard let button = panel.buttons.first(where: { $0.name == name }) else {
            throw BoardInterface.NoSuchPart(.button, name, among: panel.buttons.map(\.name))
        }
        return button
    }

    /// - Returns: The name; `nil` means all chips.
    func chip(_ name: String?) throws -> String? {
        let names = board.chipNames
        guard let name, !names.contains(name) else { return name }
        throw BoardInterface.NoSuchPart(.chip, name, among: names)
    }

    /// The typist at the pad of this name; without a name, at the only pad.
    func typist(_ name: String?) throws -> PadTypist {
        guard let name else {
            switch typists.count {
            case 1: return typists[0]
            case 0: throw BoardInterface.Refused(reason: "the panel has no PIN pad")
            default:
                let names = panel.keypads.compactMap(\.name).joined(separator: ", ")
                throw BoardInterface.Refused(reason: "the panel has several PIN pads; name one: \(names)")
            }
        }
        guard let typist = typists.first(where: { $0.keypad.name == name }) else {
            throw BoardInterface.NoSuchPart(.keypad, name, among: panel.keypads.compactMap(\.name))
        }
        return typist
    }
}

extension BoardInterface.NoSuchPart {
    /// The most characters of a client's name that an error repeats.
    private static let longestEcho = 100

    init(_ part: Part, _ name: String, among names: [String]) {
        self.init(
            part: part, name: String(name.prefix(Self.longestEcho)), nearest: NearestWord.to(name, among: names))
    }
}
