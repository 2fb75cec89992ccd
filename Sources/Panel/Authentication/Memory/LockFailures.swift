import Synchronization

/// That memory could not be locked: told once, however often it happens.
final class LockFailures: Sendable {
    /// 0 while all could be, else the `errno` of the first that could not; -1 once that was told.
    private let state = Atomic<Int32>(0)

    func add(_ code: Int32) {
        _ = state.compareExchange(expected: 0, desired: code, ordering: .relaxed)
    }

    func take() -> AuthenticationNotice? {
        let code = state.load(ordering: .relaxed)
        guard code > 0, state.compareExchange(expected: code, desired: -1, ordering: .relaxed).exchanged else {
            return nil
        }
        return .memoryNotLocked(code: code)
    }
}
