import Configuration
import EventLoop
import GPIO
import Indicators
import Panel
import PanelScripts
import SimulatedGPIO

/// The board that a panel's file chooses.
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

    /// The text display beside that board; `nil` where the panel has none.
    @PanelActor
    static func makeDisplay(for panel: PanelDescription) -> (any DisplaySink)? {
        switch panel.board {
        case .automatic, .chip:
            panel.display.map {
                KernelDisplay(path: $0.device, characters: $0.givenCharacters, scheduler: EventLoop.panel)
            }
        // The engine's own.
        case .simulated: nil
        }
    }

    /// The PIN pads beside a board in memory, those that are input devices among them; `nil` beside one of the kernel's, where
    /// devices are the kernel's, too.
    @PanelActor
    static func pads(beside board: any Board, scheduler: any Scheduler) -> SimulatedPads? {
        (board as? SimulatedBoard).map { SimulatedPads($0, scheduler: scheduler) }
    }

    /// The LEDs beside that board.
    @PanelActor
    static func leds(for panel: PanelDescription, kernel: KernelLEDs) -> any LEDClass {
        switch panel.board {
        case .automatic, .chip: kernel
        case .simulated: SimulatedLEDs()
        }
    }
}
