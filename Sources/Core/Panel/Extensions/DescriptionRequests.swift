import EventLoop
import LocalAPI
import MonotonicTime

/// The requests for an extension's description: one at a time, with a time limit, and again after a failure.
@PanelActor
final class DescriptionRequests {
    private let service: (any ExtensionService)?
    private let domain: String
    private let limits: TimeLimits
    private let scheduler: any Scheduler
    private var call: LimitedCall?
    private lazy var retry = scheduler.makeTimer { [weak self] in self?.begin() }
    private var delay = RetryDelay()
    /// Limits the requests, so that an extension that reappears or changes all the time does not occupy the panel.
    private var gate: ReloadGate
    /// The number of the latest request, answer or failure; a reviewed description with an older number is dropped.
    private(set) var number = 0

    /// Called with each answer, and with a failure if none comes in time.
    var onAnswer: ExtensionCompletion<ExtensionDescription>?

    /// - Parameter domain: The domain that the panel's file grants the extension.
    init(_ service: (any ExtensionService)?, domain: String, limits: TimeLimits, scheduler: any Scheduler) {
        (self.service, self.domain) = (service, domain)
        self.limits = limits
        self.scheduler = scheduler
        gate = ReloadGate(isLimited: limits.joinsReloads)
    }

    /// Whether an answer is awaited.
    var isWaiting: Bool { call != nil }

    /// Requests the description, now or as soon as the gate allows it. An earlier request no longer matters.
    func begin() {
        stop()
        _ = gate.finished(at: scheduler.now)
        if case .wait(let instant) = gate.request(at: scheduler.now) {
            retry.arm(at: instant)
            return
        }
        call = LimitedCall.begin(limit: limits.value, scheduler: scheduler, late: { _ in "does not answer" }) {
            [weak self] result in
            self?.call = nil
            if case .success = result {
                self?.delay.reset()
                self?.number += 1
            }
            self?.onAnswer?(result)
        } ask: {
            service?.describe(in: domain, $0)
        }
    }

    /// Requests the description again after 1, 2, 4 … 60 s.
    func retryLater() {
        stop()
        retry.arm(at: scheduler.now.advanced(by: delay.next()))
    }

    /// Starts with the shortest delay again: the extension has appeared.
    func resetDelay() { delay.reset() }

    /// Cancels the request in progress and the next one, and invalidates the description under review.
    func stop() {
        retry.cancel()
        number += 1
        call?.cancel()
        call = nil
    }
}
