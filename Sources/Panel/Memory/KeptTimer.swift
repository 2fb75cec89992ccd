import EventLoop
import MonotonicTime

/// A timer whose end is kept: it fires at its right time after a restart, or at once where that is past.
@PanelActor
final class KeptTimer {
    private let kind: String
    private let purpose: TimePurpose
    private let scheduler: any Scheduler
    private let memory: any PanelMemory
    private var timer: PanelTimer?

    init(
        kind: String, for purpose: TimePurpose, scheduler: any Scheduler, memory: any PanelMemory,
        fired: @escaping @PanelActor () -> Void
    ) {
        self.kind = kind
        self.purpose = purpose
        self.scheduler = scheduler
        self.memory = memory
        timer = scheduler.makeTimer(fired)
    }

    /// How much was left when the panel before this one ended.
    var kept: KeptTime? { memory.remaining(of: kind, for: purpose) }

    /// Begins anew.
    func start(_ duration: Duration) {
        memory.setRemaining(duration, of: kind, for: purpose)
        resume(duration)
    }

    /// Goes on with what was left; what is kept stays so.
    func resume(_ remaining: Duration) {
        timer?.arm(at: scheduler.now.advanced(by: remaining))
    }

    /// Ends for good.
    func clear() {
        timer?.cancel()
        if memory.remaining(of: kind, for: purpose) != nil { memory.setRemaining(nil, of: kind, for: purpose) }
    }

    /// Does not fire any more in this panel; the one after it goes on.
    func suspend() {
        timer?.cancel()
    }
}
