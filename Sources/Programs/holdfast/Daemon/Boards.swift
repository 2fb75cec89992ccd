import Configuration
import EventLoop
import GPIO
import Indicators
import Panel
import PanelScripts
import SimulatedGPIO

/// Creates the board that a panel's file chooses, and the display, pads and LEDs beside the board.
enum Boards {
    @PanelActor
    static func makeBoard(
        for panel: PanelDescription, scheduler: any Scheduler, watchingChips: Bool = true
    ) throws(ConfigurationError) -> any Board {
        do throws(GPIOError) {
            switch panel.board {
            case .automatic: return try KernelBoard(chip: nil, watchingChips: watchingChips)
            case .chip(let name): return try KernelBoard(chip: name, watchingChips: watchingChips)
            case .simulated: return SimulatedBoard(covering: panel.lineNames, scheduler: scheduler)
            }
        } catch {
            let position = panel.boardPosition ?? SourcePosition(file: panel.file, line: 1, column: 1)
            throw ConfigurationError(
                diagnostics: [Diagnostic(severity: .error, position: position, message: error.description)])
        }
    }

    /// The text display beside the board; `nil` if the panel has none or the board is simulated.
    @PanelActor
    static func makeDisplay(for panel: PanelDescription) -> (any DisplaySink)? {
        switch panel.board {
        case .automatic, .chip:
            panel.display.map {
                KernelDisplay(path: $0.device, characters: $0.givenCharacters, scheduler: EventLoop.panel)
            }
        // The engine has a simulated display of its own.
        case .simulated: nil
        }
    }

    /// The PIN pads beside a simulated board, including pads that are input devices. `nil` beside a kernel's board,
    /// where input devices are the kernel's, too.
    @PanelActor
    static func pads(beside board: any Board, scheduler: any Scheduler) -> SimulatedPads? {
        (board as? SimulatedBoard).map { SimulatedPads($0, scheduler: scheduler) }
    }

    /// The LEDs beside the board: the kernel's, or simulated LEDs.
    @PanelActor
    static func leds(for panel: PanelDescription, kernel: KernelLEDs) -> any LEDClass {
        switch panel.board {
        case .automatic, .chip: kernel
        case .simulated: SimulatedLEDs()
        }
    }
}
