import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Performing by the fresh value of a toggle whose state lives outside the core (C42 e).
extension PanelEngine {
    /// How long a program that performs a toggle waits for the fresh value, about as long as a hold takes. A provider that
    /// takes longer has the toggle performed by the last value.
    private static let patience = Duration.seconds(1)

    /// Performs a control for a program, which has pressed no button before: a toggle without a requested state is asked
    /// for its value first, unless its value is newer than the limit of reloads would allow to ask.
    ///
    /// - Returns: `false` where there is no such control; nothing is called then.
    func performFresh(
        _ control: String, isOn: Bool?, answers: [String: IntentValue], by requester: Requester,
        completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        guard let slot = controls[control] else { return false }
        guard isOn == nil, slot.run == nil, slot.snapshot.isOn != nil, let state = slot.outsideState,
            state.host.isReady, !state.isRecent
        else {
            perform(slot, isOn: isOn, answers: answers, by: requester, completion: completion)
            return true
        }
        let start = DelayedStart { [weak self, weak slot] in
            guard let self, let slot, !state.isStopped else {
                completion(.refused("the panel stopped, or is read again"))
                return
            }
            perform(slot, answers: answers, by: requester, completion: completion)
        }
        start.timer = scheduler.makeTimer { start.begin() }
        start.timer?.arm(at: scheduler.now.advanced(by: Self.patience))
        state.reload { _ in start.begin() }
        return true
    }
}

/// Something that begins once, by whichever of two comes first.
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
        // Its action holds this.
        timer = nil
        body?()
    }
}
