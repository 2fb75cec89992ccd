import EventLoop

/// A result for one waiting caller; `nil` after cancellation.
@PanelActor
final class Waiter<Value: Sendable> {
    private var continuation: CheckedContinuation<Value?, Never>?
    private var end: Value??

    func finish(_ value: Value?) {
        guard end == nil else { return }
        end = .some(value)
        continuation?.resume(returning: value)
        continuation = nil
    }

    /// Waits for the result. The cancellation of the task ends the wait, and calls `onCancel`.
    func value(onCancel: @escaping @PanelActor @Sendable () -> Void = {}) async -> Value? {
        await withTaskCancellationHandler {
            if let end { return end }
            return await withCheckedContinuation { continuation = $0 }
        } onCancel: {
            Task { @PanelActor in
                onCancel()
                finish(nil)
            }
        }
    }
}
