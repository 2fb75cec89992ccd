import EventLoop
import MonotonicTime

/// A timer whose end is kept: it fires at its right time after a restart, or at once where that is past.
@PanelActor
final class KeptTimer {
    private let kind: String
    /// The purpose of the kept end.
    private(set) var purpose: TimePurpose
    private let scheduler: any Scheduler
    private let memory: any PanelMemory
    private var timer: PanelTimer?

    /// - Parameter purposes: what it may be for; it goes on for the first of which an end is kept.
    init(
        kind: String, for purposes: TimePurpose..., scheduler: any Scheduler, memory: any PanelMemory,
        fired: @escaping @PanelActor () -> Void
    ) {
        self.kind = kind
        self.purpose =
            purposes.first { memory.remaining(of: kind, for: $0) != nil } ?? purposes.first ?? .timer
        self.scheduler = scheduler
        self.memory = memory
        timer = scheduler.makeTimer(fired)
    }

    /// How much was left when the panel before this one ended.
    var kept: KeptTime? { memory.remaining(of: kind, for: purpose) }

    /// Begins anew.
    ///
    /// - Parameter purpose: what it is for from now on; `nil`: the same as before.
    func start(_ duration: Duration, for purpose: TimePurpose? = nil) {
        if let purpose, purpose != self.purpose {
            clear()
            self.purpose = purpose
        }
        memory.setRemaining(duration, of: kind, for: self.purpose)
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
