import Configuration
import Controls
import EventLoop
import Indicators
import MonotonicTime

/// Performing controls, and showing what came of it.
extension PanelEngine {
    /// Performs a control, by key or kind, as a hold does: a toggle goes to the state that it is not in.
    ///
    /// - Returns: `false` where there is no such control.
    @discardableResult
    public func perform(_ control: String) -> Bool {
        guard let slot = slot(control) else { return false }
        perform(slot)
        return true
    }

    /// Asks a control what is so, and shows it (C42).
    ///
    /// - Returns: `false` where there is no such control.
    @discardableResult
    public func reload(_ control: String) -> Bool {
        guard let slot = slot(control) else { return false }
        reload(slot)
        return true
    }

    /// Asks all controls what is so.
    public func reloadAll() {
        for slot in controls { reload(slot) }
    }

    func perform(_ slot: ControlSlot) {
        let kind = slot.description.kind
        hintText?.clear()
        if slot.description.isDisabled {
            refuse(slot, reason: "disabled")
            return
        }
        if slot.run != nil {
            refuse(slot, reason: "still running")
            return
        }
        let wish = slot.control.isOn.map { !$0 }
        switch performOverride?(kind) {
        case nil:
            complete(slot, wish: wish)
        case .fail(let words):
            finish(slot, failure: .rehearsed(words), wish: wish)
        case .delay(let delay):
            begin(slot, wish: wish, taking: delay)
        }
    }

    private func begin(_ slot: ControlSlot, wish: Bool?, taking delay: Duration) {
        let timer = scheduler.makeTimer { [weak self, weak slot] in
            guard let self, let slot, slot.run != nil else { return }
            slot.run = nil
            if delay > Self.performLimit {
                finish(slot, failure: .timeout(Self.performLimit), wish: wish)
            } else {
                complete(slot, wish: wish)
            }
        }
        timer.arm(at: scheduler.now.advanced(by: min(delay, Self.performLimit)))
        slot.run = ControlSlot.Run(timer: timer, wish: wish)
        report(.performing(kind: slot.description.kind))
        refresh(slot)
    }

    private func complete(_ slot: ControlSlot, wish: Bool?) {
        do throws(PerformFailure) {
            try slot.control.perform(wish: wish)
            finish(slot, failure: nil, wish: wish)
        } catch {
            finish(slot, failure: error, wish: wish)
        }
    }

    private func finish(_ slot: ControlSlot, failure: PerformFailure?, wish: Bool?) {
        let kind = slot.description.kind
        // The status is the one for the state that the action leads to; the snapshot before the change has it.
        let status = slot.snapshot.status
        slot.failure = failure?.description
        if let failure {
            report(.failed(kind: kind, reason: failure.description))
            // The provider's value is what is shown, never the wish (C27).
            reload(slot)
            flash(.failed, on: slot)
        } else {
            report(.performed(kind: kind))
            refresh(slot)
            flash(.performed, on: slot)
            if let status {
                statusText?.show(status)
                report(.statusShown(status))
            }
        }
    }

    private func refuse(_ slot: ControlSlot, reason: String) {
        report(.refused(kind: slot.description.kind, reason: reason))
        flash(.failed, on: slot)
    }

    func reload(_ slot: ControlSlot) {
        do throws(PerformFailure) {
            try slot.control.reload()
            slot.isStale = false
        } catch {
            // The last value stays, marked as such (C44).
            slot.isStale = true
        }
        refresh(slot)
    }

    /// Evaluates what is shown of a control, and shows it where it has changed.
    func refresh(_ slot: ControlSlot) {
        let snapshot = slot.makeSnapshot()
        guard snapshot != slot.snapshot else { return }
        slot.snapshot = snapshot
        report(.controlChanged(snapshot))
        showState(of: slot)
    }
}
