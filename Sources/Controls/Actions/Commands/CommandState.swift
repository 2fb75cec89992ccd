import Commands
import Synchronization

/// The state of a toggle, from the result of its `state` command.
enum CommandState {
    private static let words = ["on": true, "1": true, "true": true, "off": false, "0": false, "false": false]

    /// The text for a state: `on` or `off`.
    static func text(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    /// Reads the result of a state command. The exit status must be 0 or 1; any other status is a failure. If the first
    /// line is `on`, `off`, `1`, `0`, `true` or `false`, in any letter case, it is the state. Otherwise status 0 means
    /// on and 1 off.
    static func isOn(_ result: CommandResult) throws(CommandError) -> Bool {
        guard result.status == 0 || result.status == 1 else {
            throw .exited(status: result.status, output: result.lastLine)
        }
        return result.firstLine.flatMap { words[$0.lowercased()] } ?? (result.status == 0)
    }
}

/// The states of toggles without a `state` command: the last requested states that succeeded, in memory only.
final class RequestedStates: Sendable {
    /// The limit of stored states. A panel has far fewer toggles; the limit bounds the memory for other clients.
    private static let limit = 1_024

    private let states = Mutex<[[String]: Bool]>([:])

    /// The state of the toggle with these commands. It is off until a request succeeds.
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
