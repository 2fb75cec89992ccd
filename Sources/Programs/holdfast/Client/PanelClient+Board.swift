import EventLoop
import LocalAPI
import MonotonicTime

/// The simulated board of a running panel, worked by hand.
extension PanelClient {
    /// Presses a button, and waits until it is up again.
    func press(_ button: String, for duration: Duration) throws {
        typealias Method = BoardInterface.Press
        let seconds = Double(duration.nanoseconds) / 1e9
        // The panel refuses what is longer than it allows, at once.
        _ = try reply(
            Method.method, Method.Parameters(button: button, seconds: seconds), Method.Reply.self, within: nil)
    }

    /// Gives a sensor's line a level.
    func sense(_ line: String, isActive: Bool) throws {
        typealias Method = BoardInterface.Sense
        _ = try reply(Method.method, Method.Parameters(line: line, isActive: isActive), NoParameters.self)
    }

    /// Presses keys of a PIN pad, and waits until the last one is up again.
    func type(_ keys: String, on keypad: String?) throws {
        typealias Method = BoardInterface.Keys
        _ = try reply(
            Method.method, Method.Parameters(text: keys, keypad: keypad), NoParameters.self, within: nil)
    }

    /// The lines that the panel uses of its board.
    func boardLines(within patience: Duration) throws -> [BoardLine] {
        typealias Method = BoardInterface.Levels
        return try ask(Method.method, Method.Parameters(), Method.Reply.self, more: true, within: patience)
            .compactMap(\.line)
    }
}
