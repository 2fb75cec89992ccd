import Configuration
import EventLoop
import GPIO

/// The lines of a running panel, whose chips may come and go.
extension PanelEngine {
    /// The output channels; lights come before the controls that they show.
    private var outputChannels: [OutputChannel] {
        surfaces.lights.slots.flatMap(\.outputs) + [surfaces.sounds.buzzer?.output].compactMap(\.self)
            + controls.slots.flatMap(\.outputs)
    }

    private var inputChannels: [InputChannel] { controls.slots.compactMap { $0.sensor?.input } + inputs.channels }

    /// Checks the lines from now on, whenever chips come or go.
    func watchLines() {
        lines.board.chipsChanged = { [weak self] in self?.checkLines() }
    }

    /// Reports the lines that are missing since the panel's start.
    func reportMissingLines() {
        for output in outputChannels { output.reportIfMissing() }
        for input in inputChannels { input.reportIfMissing() }
    }

    /// Checks all lines after chips have come or gone: lost lines are detected, and returned lines are requested again.
    private func checkLines() {
        let unrecorded = lines.recordFound(description.outputs)
        for output in outputChannels {
            if let error = unrecorded[output.line] { output.refuse(error) } else { output.checkPresence() }
        }
        for input in inputChannels { input.checkPresence() }
        controls.reportMissingLines()
        inputs.checkPads()
    }
}
