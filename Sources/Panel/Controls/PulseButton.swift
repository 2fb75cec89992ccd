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
        if isRunning, try !output.isActive() { makeSafe() }
    }

    func makeSafe() {
        timer?.cancel()
        isRunning = false
        // A line that cannot be driven has been reported by its channel.
        try? output.set(false)
    }

    private func end() {
        do throws(GPIOError) {
            try output.set(false)
        } catch .chipGone {
            // Gone with its power; the panel takes the line again inactive.
        } catch {
            // A bus that failed for a moment must not leave a door open.
            timer?.arm(at: scheduler.now.advanced(by: Self.retryInterval))
            return
        }
        isRunning = false
        changed?()
    }
}
