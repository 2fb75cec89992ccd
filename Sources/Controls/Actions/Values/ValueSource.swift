import Commands
import ControlExtension
import Glibc

/// The source of a value, and the times to read it again.
struct ValueSource: Sendable, Hashable {
    /// The command whose first line of output is the value.
    var command: [String]?
    /// The file whose first line is the value.
    var file: String?
    /// The working directory of the command.
    var folder: String?
    /// The interval between reads; `nil` for none.
    var every: Duration?
    /// The path whose changes cause a read; `nil` for none.
    var changes: String?
    /// The time limit of the command.
    var timeout: Duration
    /// Whether the value is a toggle's state: the command's result as `on` or `off`.
    var isState = false

    func read(by commands: CommandRunner) async throws(ActionError) -> String {
        switch (command, file) {
        case (let arguments?, nil):
            return try await output(of: arguments, by: commands)
        case (nil, let path?):
            guard let line = PlainLine.first(of: try Self.contents(of: path)) else { throw .noOutput }
            return line
        default:
            throw .noSource
        }
    }

    /// The state that a command's result is, or the first line of the command's output that is not blank.
    private func output(of arguments: [String], by commands: CommandRunner) async throws(ActionError) -> String {
        let command = Command(
            arguments: arguments, parameter: isState ? "state" : "command", folder: folder, timeout: timeout,
            output: .value)
        let result: CommandResult
        do throws(CommandError) {
            result = try await commands.run(command)
            if isState { return CommandState.text(try CommandState.isOn(result)) }
            try result.check()
        } catch {
            throw .command(error)
        }
        guard let line = result.firstLine else { throw .noOutput }
        return line
    }

    /// The first 4,096 bytes of a file.
    private static func contents(of path: String) throws(ActionError) -> [UInt8] {
        // Without O_NONBLOCK, opening a FIFO without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .file(path: path, call: "open", code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(path: path, call: "fstat", code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .file(path: path, call: "read", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        let (bytes, code) = SystemFile.readOnce(descriptor, limit: 4_096)
        guard code == 0 else { throw .file(path: path, call: "read", code: code) }
        return bytes
    }
}
