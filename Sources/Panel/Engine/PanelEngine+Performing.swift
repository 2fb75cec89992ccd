import Configuration
import Controls
import EventLoop
import GPIO
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
        if slot.description.isDisabled {
            refuse(slot, reason: "disabled")
            return
        }
        if slot.run != nil {
            refuse(slot, reason: "still running")
            return
        }
        // A hint stays until the hold performs (H6).
        hintText?.clear()
        let wish = slot.control.isOn.map { !$0 }
        switch performOverride?(kind) {
        case nil:
            complete(slot, wish: wish)
        case .fail(let words):
            finish(slot, failure: .rehearsed(words))
        case .delay(let delay):
            begin(slot, wish: wish, taking: delay)
        }
    }

    private func begin(_ slot: ControlSlot, wish: Bool?, taking delay: Duration) {
        let timer = scheduler.makeTimer { [weak self, weak slot] in
            guard let self, let slot, slot.run != nil else { return }
            slot.run = nil
            if delay > Self.performLimit {
                finish(slot, failure: .timeout(Self.performLimit))
            } else {
                complete(slot, wish: wish)
            }
        }
        timer.arm(at: scheduler.now.advanced(by: min(delay, Self.performLimit)))
        slot.run = timer
        report(.performing(kind: slot.description.kind))
        refresh(slot)
    }

    private func complete(_ slot: ControlSlot, wish: Bool?) {
        do throws(GPIOError) {
            try slot.control.perform(wish: wish)
            finish(slot, failure: nil)
        } catch {
            finish(slot, failure: .line(error))
        }
    }

    private func finish(_ slot: ControlSlot, failure: PerformFailure?) {
        let kind = slot.description.kind
        // The status is the one for the state that the action leads to; the snapshot before the change has it.
        let status = slot.snapshot.status
        slot.failure = failure?.description
        report(failure.map { .failed(kind: kind, reason: $0.description) } ?? .performed(kind: kind))
        // Before the new state is shown below it, so that the light does not show that in between.
        flash(failure == nil ? .performed : .failed, on: slot)
        // What is shown is what is so, never the wish (C27, C42).
        reload(slot)
        if failure == nil, let status {
            statusText?.show(status)
            report(.statusShown(status))
        }
    }

    private func refuse(_ slot: ControlSlot, reason: String) {
        report(.refused(kind: slot.description.kind, reason: reason))
        flash(.failed, on: slot)
    }

    func reload(_ slot: ControlSlot) {
        do throws(GPIOError) {
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
        showFaults()
    }
}
