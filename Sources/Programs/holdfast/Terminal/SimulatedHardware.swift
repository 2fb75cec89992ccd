import Configuration
import EventLoop
import GPIO
import Indicators
import LocalAPI
import PanelScripts
import SimulatedGPIO
import SimulatedPanel

/// A panel's simulated board, with its PIN pads. Clients operate them by `io.holdfast.Board`.
@PanelActor
final class SimulatedHardware: BoardOperator {
    let board: SimulatedBoard
    let pads: SimulatedPads
    private let panel: PanelDescription

    /// One service for all panels of this process: it remembers the levels of sensors when a file is read again.
    private static let service = BoardService(scheduler: EventLoop.panel)

    init(for panel: PanelDescription) {
        board = SimulatedBoard(for: panel, scheduler: EventLoop.panel)
        pads = SimulatedPads(board, scheduler: EventLoop.panel)
        self.panel = panel
        Self.service.prepare(board, for: panel)
    }

    func attach() -> VarlinkInterface {
        Self.service.attach(panel, board, pads)
        return Self.service.interface
    }

    func detach() { Self.service.detach() }

    /// Makes the hardware of a daemon's panel. The engine has a simulated display of its own.
    static func make(for panel: PanelDescription) -> PanelHardware {
        let hardware = SimulatedHardware(for: panel)
        return PanelHardware(
            board: hardware.board, leds: SimulatedLEDs(), keypads: hardware.pads.keypad(at:),
            boardOperator: hardware)
    }
}
