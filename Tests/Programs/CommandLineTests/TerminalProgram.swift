import Glibc
import Testing

/// The built program on its own terminal, with a person who reads the screen before typing.
final class TerminalProgram {
    private let terminal: Int32
    private let process: ProgramProcess
    private let reader: LineReader

    /// - Parameters:
    ///   - columns: The terminal's width; 0 if unknown.
    ///   - lines: The terminal's height; 0 if unknown.
    init(_ arguments: [String], environment: [String: String] = [:], columns: UInt16 = 0, lines: UInt16 = 0) throws {
        let (terminal, end) = try TerminalCommand.makeTerminal()
        var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
        self.terminal = terminal
        defer { close(end) }
        reader = LineReader(terminal)
        process = try ProgramProcess(
            [Command.program] + arguments, environment: ["TERM": "xterm"].merging(environment) { $1 },
            descriptors: [0: end, 1: end, 2: end])
    }

    deinit { close(terminal) }

    func send(_ signal: Int32) {
        process.send(signal)
    }

    func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        try #require(bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) } == bytes.count)
    }

    /// Skips the screen up to a line that contains `text` and ends with `ending`.
    @discardableResult
    func line(with text: String, ending: String = "") throws -> String {
        try lines(until: text, ending: ending).last ?? ""
    }

    /// The screen up to a line that contains `text` and ends with `ending`.
    func lines(until text: String, ending: String = "") throws -> [String] {
        let deadline = Deadline(in: Command.patience)
        var lines: [String] = []
        do {
            while let line = try reader.line(before: deadline) {
                lines.append(line)
                if line.contains(text), line.hasSuffix(ending) { return lines }
            }
        } catch let passed as Deadline.Passed {
            throw Deadline.Passed(what: "'\(text)' after '\(lines.last ?? "")', \(passed.what)")
        }
        throw Deadline.Passed(what: text)
    }

    /// The screen up to a prompt, behind which the cursor stays.
    func prompt(_ text: String) throws -> String {
        try reader.text(until: text, before: Deadline(in: Command.patience))
    }

    /// The rest of the output, up to the program's end.
    func rest() throws -> String {
        try reader.rest(before: Deadline(in: Command.patience))
    }

    /// Waits for the program's end.
    func waitForEnd() throws -> Int32 {
        let deadline = Deadline(in: Command.patience)
        // On Linux the terminal's end is the error EIO.
        _ = try reader.rest(before: deadline)
        return try process.waitForEnd(until: deadline)
    }
}
