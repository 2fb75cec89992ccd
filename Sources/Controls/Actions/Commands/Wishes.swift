import Synchronization

/// The states of toggles whose commands cannot be asked for theirs: the last wishes that succeeded, in memory alone.
final class Wishes: Sendable {
    /// A panel has far fewer toggles; whatever else asks shall not fill the memory.
    private static let limit = 1_024

    private let states = Mutex<[[String]: Bool]>([:])

    /// The state of the toggle whose commands these are; off as long as nobody has wished for anything.
    func isOn(_ commands: [String]) -> Bool {
        states.withLock { $0[commands] ?? false }
    }

    func set(_ isOn: Bool, for commands: [String]) {
        states.withLock { states in
            if states.count >= Self.limit { states.removeAll() }
            states[commands] = isOn
        }
    }
}
