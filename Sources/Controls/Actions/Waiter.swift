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

    func value() async -> Value? {
        if let end { return end }
        return await withCheckedContinuation { continuation = $0 }
    }
}
