import EventLoop
import GPIO
import MonotonicTime

/// Makes an output inactive, and tries again until it is.
///
/// A bus that failed for a moment must not leave a door open or a saw running. A line that is lost has ended with its chip's
/// power, and the panel takes it again inactive.
@PanelActor
final class OutputEnding {
    private let output: OutputChannel
    private let scheduler: any Scheduler
    private let ended: @PanelActor () -> Void
    private var retry: PanelTimer?

    /// How soon it is tried again where the line could not be driven.
    private static let retryInterval = Duration.seconds(1)

    /// - Parameter ended: is called when the output is inactive, also inside `begin`.
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

    /// Somebody wants the output otherwise.
    func cancel() {
        retry?.cancel()
    }
}
