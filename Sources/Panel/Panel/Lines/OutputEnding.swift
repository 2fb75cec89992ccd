import EventLoop
import GPIO
import MonotonicTime

/// Makes an output inactive, and retries after a failure.
///
/// A momentary bus failure must not leave a door open or a saw running. A lost line has become inactive with its chip's
/// power, and is requested inactive later.
@PanelActor
final class OutputEnding {
    private let output: OutputChannel
    private let scheduler: any Scheduler
    private let ended: @PanelActor () -> Void
    private var retry: PanelTimer?

    /// The time between two tries.
    private static let retryInterval = Duration.seconds(1)

    /// - Parameter ended: called when the output is inactive; `begin` may call it before the return.
    init(_ output: OutputChannel, scheduler: any Scheduler, ended: @escaping @PanelActor () -> Void) {
        self.output = output
        self.scheduler = scheduler
        self.ended = ended
        retry = scheduler.makeTimer { [weak self] in self?.begin() }
    }

    func begin() {
        do throws(GPIOError) {
            try output.set(false)
        } catch {
            if output.isHeld {
                retry?.arm(at: scheduler.now.advanced(by: Self.retryInterval))
                return
            }
        }
        ended()
    }

    /// Stops retrying: the output has been set to another state.
    func cancel() {
        retry?.cancel()
    }
}
