import Commands
import Synchronization

/// What a command says of a toggle's state.
enum CommandState {
    private static let words = ["on": true, "1": true, "true": true, "off": false, "0": false, "false": false]

    /// The word for a state, as values have it.
    static func text(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    /// Reads the result of a state command: it exits with 0 or 1, and anything else is a failure. Where its first line is
    /// one of `on`, `off`, `1`, `0`, `true`, `false`, in any letter case, that is the state; otherwise 0 means on and 1 off.
    static func isOn(_ result: CommandResult) throws(CommandError) -> Bool {
        guard result.status == 0 || result.status == 1 else {
            throw .exited(status: result.status, output: result.lastLine)
        }
        return result.firstLine.flatMap { words[$0.lowercased()] } ?? (result.status == 0)
    }
}

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
