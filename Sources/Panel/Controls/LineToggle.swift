import EventLoop
import GPIO

/// `toggle: {line: …}`: an output line that is active while the toggle is on.
@PanelActor
final class LineToggle: BuiltInControl {
    private let output: OutputChannel
    private var state = false
    var changed: (@PanelActor () -> Void)?

    init(output: OutputChannel) {
        self.output = output
    }

    var outputs: [OutputChannel] { [output] }
    var isOn: Bool? { state }
    var isRunning: Bool { false }

    func attach(resuming isOn: Bool?) throws(GPIOError) {
        let isActive = isOn ?? false
        try output.attach(isActive: isActive)
        state = isActive
    }

    func perform(wish: Bool?) throws(GPIOError) {
        let isActive = wish ?? !state
        try output.set(isActive)
        state = isActive
    }

    func reload() throws(GPIOError) {
        state = try output.isActive()
    }

    func makeSafe() throws(GPIOError) {
        state = false
        try output.set(false)
    }
}
