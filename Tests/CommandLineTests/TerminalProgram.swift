import Glibc
import Testing

/// The built program at a terminal of its own, with a person who looks before they type.
final class TerminalProgram {
    private let terminal: Int32
    private let process: ProgramProcess
    private let reader: LineReader

    init(_ arguments: [String]) throws {
        let (terminal, end) = try TerminalCommand.makeTerminal()
        self.terminal = terminal
        defer { close(end) }
        reader = LineReader(terminal)
        process = try ProgramProcess(
            [Command.program] + arguments, environment: ["TERM": "xterm"], descriptors: [0: end, 1: end, 2: end])
    }

    deinit { close(terminal) }

    func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        try #require(bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) } == bytes.count)
    }

    /// Skips what is on the screen up to a line that contains `text`, and ends with `ending`.
    @discardableResult
    func line(with text: String, ending: String = "") throws -> String {
        try lines(until: text, ending: ending).last ?? ""
    }

    /// What is on the screen up to a line that contains `text`, and ends with `ending`.
    func lines(until text: String, ending: String = "") throws -> [String] {
        let deadline = Deadline(in: Command.patience)
        var lines: [String] = []
        while let line = try reader.line(before: deadline) {
            lines.append(line)
            if line.contains(text), line.hasSuffix(ending) { return lines }
        }
        throw Deadline.Passed(what: text)
    }

    /// Waits until it has ended.
    func waitForEnd() throws -> Int32 {
        let deadline = Deadline(in: Command.patience)
        // Its end is an error on Linux, EIO.
        _ = try reader.rest(before: deadline)
        return try process.waitForEnd(until: deadline)
    }
}
