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

    func attach(resuming isOn: Bool?) throws(PerformFailure) {
        let isActive = isOn ?? false
        do throws(GPIOError) { try output.attach(isActive: isActive) } catch { throw .line(error) }
        state = isActive
    }

    func perform(wish: Bool?) throws(PerformFailure) {
        let isActive = wish ?? !state
        do throws(GPIOError) { try output.set(isActive) } catch { throw .line(error) }
        state = isActive
    }

    func reload() throws(PerformFailure) {
        do throws(GPIOError) { state = try output.isActive() } catch { throw .line(error) }
    }

    func makeSafe() {
        // A line that cannot be driven has been reported by its channel.
        try? output.set(false)
        state = false
    }
}
