import Configuration
import EventLoop
import SimulatedGPIO

extension SimulatedBoard {
    /// Creates a board that has all lines of a panel.
    ///
    /// An input with `pull: none` relies on a resistor outside the chip, which a simulated board lacks. Its line rests at
    /// the inactive level, so that no such contact is closed at the start.
    public convenience init(for panel: PanelDescription, scheduler: any Scheduler) {
        // A keypad's lines are on one chip, also where the file has the kernel's name for one of them.
        let named = panel.lineNames.compactMap { name in RaspberryPiHeader.line(kernelName: name).map { ($0, name) } }
        self.init(
            covering: panel.lineNames, headerNames: Dictionary(named) { first, _ in first }, scheduler: scheduler)
        var resting = panel.buttons.filter { $0.bias == .none }.map(\.line)
        resting += panel.controls.compactMap(\.sensor).filter { $0.bias == .none }.map(\.line)
        // The board has all lines of the panel.
        for line in resting { try? connect(line.name, toHigh: line.isActiveLow) }
    }
}
