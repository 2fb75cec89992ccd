import Configuration
import EventLoop
import GPIO
import Indicators
import Keypads
import LocalAPI
import Panel
import ProgramSupport

/// The hardware of one panel: the kernel's, or a simulation of it.
@PanelActor
struct PanelHardware {
    let board: any Board
    let leds: any LEDClass
    let display: (any DisplaySink)?
    /// Makes the PIN pads that are input devices, by their paths; `nil` for the kernel's devices.
    let keypads: (@PanelActor (_ path: String) -> any Keypad)?
    /// Lets clients operate the board; `nil` if they cannot.
    let boardOperator: (any BoardOperator)?

    /// Makes simulated hardware for a panel.
    typealias Simulator = @PanelActor (PanelDescription) -> PanelHardware

    init(
        board: any Board, leds: any LEDClass, display: (any DisplaySink)? = nil,
        keypads: (@PanelActor (_ path: String) -> any Keypad)? = nil, boardOperator: (any BoardOperator)? = nil
    ) {
        (self.board, self.leds, self.display) = (board, leds, display)
        (self.keypads, self.boardOperator) = (keypads, boardOperator)
    }

    /// The kernel's hardware.
    ///
    /// - Parameter leds: The LEDs that all panels of this process share.
    init(for panel: PanelDescription, leds: KernelLEDs) throws(ConfigurationError) {
        self.init(
            board: try panel.openKernelBoard(), leds: leds,
            display: panel.display.map {
                KernelDisplay(path: $0.device, characters: $0.givenCharacters, scheduler: EventLoop.panel)
            })
    }
}

/// Lets clients operate a board by a Varlink interface.
@PanelActor
protocol BoardOperator: AnyObject {
    /// Begins to serve the interface, in place of the previous board's.
    func attach() -> VarlinkInterface

    /// Ends all that clients do with the board.
    func detach()
}

extension PanelDescription {
    /// Opens the kernel's chips: the one that the file names, or all of them.
    ///
    /// - Throws: `ConfigurationError` at the position of the file's `board` key.
    @PanelActor
    func openKernelBoard(watchingChips: Bool = true) throws(ConfigurationError) -> KernelBoard {
        let chip: String? = if case .chip(let name) = board { name } else { nil }
        do throws(GPIOError) {
            return try KernelBoard(chip: chip, watchingChips: watchingChips)
        } catch {
            let position = boardPosition ?? SourcePosition(file: file, line: 1, column: 1)
            throw ConfigurationError(
                diagnostics: [Diagnostic(severity: .error, position: position, message: error.description)])
        }
    }

    /// The numbers of controls, buttons and lights, for people; and that no hardware moves, if the file says so.
    var summary: String {
        let others = Set(placements.map(\.reference)).count { reference in
            !controls.contains { $0.kind == reference.kind }
        }
        let own = counted(controls.count, "control") + (others > 0 ? " and \(others) of extensions" : "")
        let board = board == .simulated ? ["on the simulated board"] : []
        return ([own, counted(buttons.count, "button"), counted(lights.count, "light")] + board)
            .joined(separator: ", ")
    }
}
