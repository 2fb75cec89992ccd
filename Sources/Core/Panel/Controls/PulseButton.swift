import EventLoop
import GPIO
import MonotonicTime

/// `button: {pulse: …, for: …}`: an output line that is active for a time.
///
/// A second press restarts the time: a user who holds the button while the door is open needs more time.
@PanelActor
final class PulseButton: BuiltInControl {
    private let output: OutputChannel
    private let duration: Duration
    private let scheduler: any Scheduler
    /// Ends the pulse, and tries again after a failure.
    private lazy var timer = scheduler.makeTimer { [weak self] in self?.end() }

    private(set) var isRunning = false
    var changed: (@PanelActor () -> Void)?

    init(output: OutputChannel, duration: Duration, scheduler: any Scheduler) {
        self.output = output
        self.duration = duration
        self.scheduler = scheduler
    }

    var outputs: [OutputChannel] { [output] }

    func attach(resuming isOn: Bool?) throws(GPIOError) {
        try output.attach(isActive: false)
    }

    func perform(_ isOn: Bool?) throws(GPIOError) {
        try output.set(true)
        isRunning = true
        timer.arm(at: scheduler.now.advanced(by: duration))
    }

    private func end() {
        guard output.end() else {
            timer.arm(at: scheduler.now.advanced(by: OutputChannel.retryInterval))
            return
        }
        isRunning = false
        changed?()
    }

    func reload() throws(GPIOError) {
        guard isRunning, try !output.isActive() else { return }
        timer.cancel()
        isRunning = false
    }

    func makeSafe() throws(GPIOError) {
        timer.cancel()
        isRunning = false
        try output.rest()
    }
}
