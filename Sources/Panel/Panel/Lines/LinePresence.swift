import Configuration
import EventLoop
import GPIO

/// Watches whether the chips of a running panel's lines come and go.
@PanelActor
final class LinePresence {
    private let board: any Board
    private let lines: PanelLines
    private let controls: ControlSet
    private let surfaces: PanelSurfaces
    private let inputs: PanelInputs

    init(
        _ lines: PanelLines, _ controls: ControlSet, _ surfaces: PanelSurfaces, _ inputs: PanelInputs,
        board: any Board
    ) {
        self.board = board
        self.lines = lines
        self.controls = controls
        self.surfaces = surfaces
        self.inputs = inputs
    }

    /// The output channels; lights come before the controls that they show.
    private var outputChannels: [OutputChannel] { surfaces.channels + controls.slots.flatMap(\.outputs) }

    private var inputChannels: [InputChannel] {
        controls.slots.compactMap { $0.sensor?.input } + inputs.channels
    }

    /// Checks the lines from now on, whenever chips come or go.
    func start() {
        board.chipsChanged = { [weak self] in self?.check() }
    }

    /// Checks the lines no more.
    func stop() {
        board.chipsChanged = nil
    }

    /// Reports the lines that are missing since the panel's start.
    func reportMissing() {
        for output in outputChannels { output.reportIfMissing() }
        for input in inputChannels { input.reportIfMissing() }
    }

    /// Checks all lines after chips have come or gone: lost lines are detected, and returned lines are requested again.
    private func check() {
        let unrecorded = lines.recordFound(controls.description.outputs)
        for output in outputChannels {
            if let error = unrecorded[output.line] { output.refuse(error) } else { output.checkPresence() }
        }
        for input in inputChannels { input.checkPresence() }
        controls.reportMissingLines()
        inputs.checkPads()
    }
}
