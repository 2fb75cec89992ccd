import EventLoop
import GPIO
import MonotonicTime

/// `button: {pulse: …, for: …}`: an output line that is active for a while.
///
/// Performed again meanwhile, the time begins anew: who holds the door's button while the door is open wants more time.
@PanelActor
final class PulseButton: BuiltInControl {
    private let output: OutputChannel
    private let duration: Duration
    private let scheduler: any Scheduler
    private var timer: PanelTimer?

    /// How soon ending it is tried again where the line could not be driven.
    private static let retryInterval = Duration.seconds(1)

    private(set) var isRunning = false
    var changed: (@PanelActor () -> Void)?

    init(output: OutputChannel, duration: Duration, scheduler: any Scheduler) {
        self.output = output
        self.duration = duration
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.end() }
    }

    var outputs: [OutputChannel] { [output] }
    var isOn: Bool? { nil }

    func attach(resuming isOn: Bool?) throws(GPIOError) {
        try output.attach(isActive: false)
    }

    func perform(wish: Bool?) throws(GPIOError) {
        try output.set(true)
        isRunning = true
        timer?.arm(at: scheduler.now.advanced(by: duration))
    }

    func reload() throws(GPIOError) {
        guard isRunning, try !output.isActive() else { return }
        timer?.cancel()
        isRunning = false
    }

    func makeSafe() throws(GPIOError) {
        timer?.cancel()
        isRunning = false
        try output.rest()
    }

    private func end() {
        do throws(GPIOError) {
            try output.set(false)
        } catch {
            // A bus that failed for a moment must not leave a door open. A line that is lost has ended with its chip's
            // power, and the panel takes it again inactive.
            if output.isHeld {
                timer?.arm(at: scheduler.now.advanced(by: Self.retryInterval))
                return
            }
        }
        isRunning = false
        changed?()
    }
}
