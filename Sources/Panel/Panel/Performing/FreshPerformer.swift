import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Performs a toggle by its fresh value, when its state lives outside the core (C42 e: pressing reloads).
@PanelActor
struct FreshPerformer {
    let controls: ControlSet
    let executor: Executor
    let scheduler: any Scheduler

    /// The time that a program's request waits for the fresh value, about as long as a hold takes. After this time, the
    /// toggle is performed by its last value.
    private static let patience = Duration.seconds(1)

    /// Performs a control for a program. A toggle without a requested state is reloaded first, except when
    /// its value is younger than the interval of the reload limit.
    ///
    /// - Returns: `false` if the control does not exist; `completion` is not called then.
    func perform(
        _ control: String, isOn: Bool?, answers: [String: IntentValue], by requester: Requester,
        completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        guard let slot = controls[control] else { return false }
        guard isOn == nil, slot.run == nil, slot.snapshot.isOn != nil, let state = slot.outsideState,
            state.host.isReady, !state.isRecent
        else {
            executor.perform(slot, isOn: isOn, answers: answers, by: requester, completion: completion)
            return true
        }
        let start = DelayedStart { [weak executor, weak slot] in
            guard let executor, let slot, !state.isStopped else {
                completion(.refused("the panel stopped, or is read again"))
                return
            }
            executor.perform(slot, answers: answers, by: requester, completion: completion)
        }
        start.timer = scheduler.makeTimer { start.begin() }
        start.timer?.arm(at: scheduler.now.advanced(by: Self.patience))
        state.reload { _ in start.begin() }
        return true
    }
}

/// Calls its body once, at the first call of `begin`.
@PanelActor
private final class DelayedStart {
    private var body: (@PanelActor () -> Void)?
    var timer: PanelTimer?

    init(_ body: @escaping @PanelActor () -> Void) {
        self.body = body
    }

    func begin() {
        let body = body
        self.body = nil
        timer?.cancel()
        // The timer's action retains this object.
        timer = nil
        body?()
    }
}
