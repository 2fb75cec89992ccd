import EventLoop
import MonotonicTime

/// A timer whose end is kept: it fires at its right time after a restart, or at once where that is past.
@PanelActor
final class KeptTimer {
    private let name: String
    private let scheduler: any Scheduler
    private let memory: any PanelMemory
    private var timer: PanelTimer?

    /// - Parameter name: what it is kept under: a control's kind, a space, and what it is for.
    init(
        _ name: String, scheduler: any Scheduler, memory: any PanelMemory, fired: @escaping @PanelActor () -> Void
    ) {
        self.name = name
        self.scheduler = scheduler
        self.memory = memory
        timer = scheduler.makeTimer(fired)
    }

    /// How much was left when the panel before this one ended.
    var kept: KeptTime? { memory.remaining(of: name) }

    /// Begins anew.
    func start(_ duration: Duration) {
        memory.setRemaining(duration, of: name)
        resume(duration)
    }

    /// Goes on with what was left; what is kept stays so.
    func resume(_ remaining: Duration) {
        timer?.arm(at: scheduler.now.advanced(by: remaining))
    }

    /// Ends for good.
    func clear() {
        timer?.cancel()
        if memory.remaining(of: name) != nil { memory.setRemaining(nil, of: name) }
    }

    /// Does not fire any more in this panel; the one after it goes on.
    func suspend() {
        timer?.cancel()
    }
}
