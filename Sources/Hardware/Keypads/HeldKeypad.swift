import EventLoop
import Gestures
import MonotonicTime

/// A keypad that is taken, lost and taken again. A subclass knows the device.
///
/// A watch reports a missing device's return. A busy device or line reports nothing when it becomes free, so the keypad
/// tries again and again to take it.
@PanelActor
public class HeldKeypad: Keypad {
    public var happened: (@PanelActor (KeypadOutput) -> Void)?
    public var failed: (@PanelActor (KeypadError) -> Void)?
    public var recovered: (@PanelActor () -> Void)?

    let scheduler: any Scheduler
    private var isReleased = false
    /// The last failure; `nil` while the keypad works.
    private var problem: KeypadError?
    private var delay = RetryDelay()
    private var retry: PanelTimer?

    init(scheduler: any Scheduler) {
        self.scheduler = scheduler
        retry = scheduler.makeTimer { [weak self] in self?.checkPresence() }
    }

    // MARK: The device, in a subclass

    /// Whether the device has been taken.
    var isHeld: Bool { false }

    /// Takes the device.
    func take() throws(KeypadError) {}

    /// Calls `lose` if the held device does not exist any more.
    func checkHeld() {}

    /// Whether an attempt in vain to take the device again is reported; `before` is the failure before the attempt.
    func isNews(_ error: KeypadError, after before: KeypadError?) -> Bool { error != before }

    /// Gives the device back, if it is held.
    func giveBack() {}

    // MARK: Life

    public func attach() throws(KeypadError) {
        guard !isHeld, !isReleased else { return }
        do throws(KeypadError) {
            try take()
            problem = nil
            delay.reset()
            retry?.cancel()
        } catch {
            note(error)
            throw error
        }
    }

    public func checkPresence() {
        guard !isReleased else { return }
        checkHeld()
        guard !isHeld else { return }
        let before = problem
        do throws(KeypadError) {
            try attach()
            recovered?()
        } catch {
            if isNews(error, after: before) { failed?(error) }
        }
    }

    public func release() {
        isReleased = true
        (happened, failed, recovered) = (nil, nil, nil)
        retry?.cancel()
        giveBack()
    }

    /// Reports that the held device does not work any more.
    func lose(_ error: KeypadError) {
        guard isHeld else { return }
        giveBack()
        note(error)
        failed?(error)
    }

    private func note(_ error: KeypadError) {
        problem = error
        retry?.arm(at: error.isAbsence ? nil : scheduler.now.advanced(by: delay.next()))
    }
}
