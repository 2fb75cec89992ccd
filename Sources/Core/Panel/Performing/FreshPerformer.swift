import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Performs a toggle by its fresh value, when its state lives outside the core (C42: pressing reloads).
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
    /// - Parameter requestedAt: the moment of the touch; `nil` for now.
    /// - Returns: `false` if the control does not exist; `completion` is not called then.
    func perform(
        _ control: String, isOn: Bool?, answers: [String: IntentValue], by requester: Requester,
        requestedAt: RequestTime? = nil, completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        guard let slot = controls[control] else { return false }
        guard isOn == nil, slot.run == nil, slot.snapshot.isOn != nil, let state = slot.outsideState,
            state.host.isReady, !state.isRecent
        else {
            executor.perform(
                slot, isOn: isOn, answers: answers, by: requester, requestedAt: requestedAt, completion: completion)
            return true
        }
        let requestedAt = requestedAt ?? RequestTime(of: scheduler)
        let begin = { @PanelActor [weak executor, weak slot] in
            guard let executor, let slot, !state.isStopped else {
                return completion(.refused("the panel stopped, or is read again"))
            }
            executor.perform(
                slot, answers: answers, by: requester, requestedAt: requestedAt, completion: completion)
        }
        let timer = scheduler.makeTimer(begin)
        timer.arm(at: scheduler.now.advanced(by: Self.patience))
        state.reload { _ in
            // A late value comes after the timer has performed the toggle by its last value.
            guard timer.deadline != nil else { return }
            timer.cancel()
            begin()
        }
        return true
    }
}
