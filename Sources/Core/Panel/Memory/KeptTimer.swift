import EventLoop
import MonotonicTime

/// A timer with a stored end: after a restart it fires at the right time, or at once if that has passed.
@PanelActor
final class KeptTimer {
    private let kind: String
    /// The purpose of the stored end.
    private(set) var purpose: TimePurpose
    /// The purposes of further stored ends, which a power cut may leave; they go with the first one.
    private var leftovers: [TimePurpose]
    private let scheduler: any Scheduler
    private let memory: PanelMemory
    private var timer: PanelTimer?

    /// - Parameter purposes: the possible purposes; the timer resumes the first one with a stored end.
    init(
        kind: String, for purposes: [TimePurpose], scheduler: any Scheduler, memory: PanelMemory,
        fired: @escaping @PanelActor () -> Void
    ) {
        self.kind = kind
        let purpose = purposes.first { memory.remaining(of: kind, for: $0) != nil } ?? purposes.first ?? .timer
        self.purpose = purpose
        leftovers = purposes.filter { $0 != purpose }
        self.scheduler = scheduler
        self.memory = memory
        timer = scheduler.makeTimer(fired)
    }

    /// The stored remaining time; `nil` without a stored end.
    var kept: KeptTime? { memory.remaining(of: kind, for: purpose) }

    /// Starts the timer and stores its end.
    ///
    /// - Parameter purpose: the new purpose; `nil` keeps the current one.
    func start(_ duration: Duration, for purpose: TimePurpose? = nil) {
        if let purpose, purpose != self.purpose {
            clear()
            self.purpose = purpose
        }
        memory.setRemaining(duration, of: kind, for: self.purpose)
        resume(duration)
    }

    /// Resumes the timer with its remaining time; the stored end stays unchanged.
    func resume(_ remaining: Duration) {
        timer?.arm(at: scheduler.now.advanced(by: remaining))
    }

    /// Cancels the timer and deletes the stored end.
    func clear() {
        timer?.cancel()
        for purpose in leftovers + [purpose] where memory.remaining(of: kind, for: purpose) != nil {
            memory.setRemaining(nil, of: kind, for: purpose)
        }
        leftovers = []
    }

    /// Cancels the timer and keeps the stored end, so that the next engine resumes the timer.
    func suspend() {
        timer?.cancel()
    }
}
