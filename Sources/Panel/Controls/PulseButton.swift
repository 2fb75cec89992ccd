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

    func attach(resuming isOn: Bool?) throws(PerformFailure) {
        do throws(GPIOError) { try output.attach(isActive: false) } catch { throw .line(error) }
    }

    func perform(wish: Bool?) throws(PerformFailure) {
        do throws(GPIOError) { try output.set(true) } catch { throw .line(error) }
        isRunning = true
        timer?.arm(at: scheduler.now.advanced(by: duration))
    }

    func reload() throws(PerformFailure) {
        do throws(GPIOError) {
            if isRunning, try !output.isActive() { makeSafe() }
        } catch {
            throw .line(error)
        }
    }

    func makeSafe() {
        timer?.cancel()
        isRunning = false
        // A line that cannot be driven has been reported by its channel.
        try? output.set(false)
    }

    private func end() {
        makeSafe()
        changed?()
    }
}
