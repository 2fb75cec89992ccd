import EventLoop

/// How much of a performance is done, as the surfaces show it. An extension may report more often than surfaces should
/// change: they follow twice in 120 ms, as with reloads (C43), and show the last report.
@PanelActor
final class PerformanceProgress {
    /// The shown part in percent, from 0 to 100; `nil` if the intent does not tell.
    private(set) var percent: Int?
    private var reported: Int?
    private var gate: ReloadGate
    private let scheduler: any Scheduler
    private lazy var timer = scheduler.makeTimer { [weak self] in self?.showNext() }
    private let show: @PanelActor () -> Void

    /// - Parameters:
    ///   - isLimited: Whether the limit is in force; it is off in developer mode.
    ///   - show: Called after each change of `percent` but those of `reset()`.
    init(scheduler: any Scheduler, isLimited: Bool, show: @escaping @PanelActor () -> Void) {
        self.scheduler = scheduler
        self.show = show
        gate = ReloadGate(isLimited: isLimited)
    }

    /// Takes a report of an extension.
    ///
    /// - Parameter completed: The part that is done; a finite number. Less than 0 counts as 0, more than 1 as 1.
    func report(_ completed: Double) {
        let isWaiting = reported != percent
        reported = Int(min(max(completed, 0), 1) * 100)
        if !isWaiting { showNext() }
    }

    private func showNext() {
        guard reported != percent else { return }
        switch gate.request(at: scheduler.now) {
        case .wait(let until): timer.arm(at: until)
        case .none: break
        case .run:
            _ = gate.finished(at: scheduler.now)
            percent = reported
            show()
        }
    }

    /// Forgets what is done, at the end of an intent.
    func reset() {
        timer.cancel()
        (percent, reported) = (nil, nil)
    }
}
