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

    /// The current value.
    func read(by commands: CommandRunner) async throws(ActionError) -> String {
        switch (command, file) {
        case (let arguments?, nil) where isState:
            let command = Command(
                arguments: arguments, parameter: "state", folder: folder, timeout: timeout, output: .value)
            do throws(CommandError) {
                return CommandState.text(try CommandState.isOn(try await commands.run(command)))
            } catch {
                throw .command(error)
            }
        case (let arguments?, nil):
            let command = Command(
                arguments: arguments, parameter: "command", folder: folder, timeout: timeout, output: .value)
            guard let line = try await Self.output(of: command, by: commands) else { throw .noOutput }
            return line
        case (nil, let path?):
            guard let line = PlainLine.first(of: try Self.contents(of: path)) else { throw .noOutput }
            return line
        default:
            throw .noSource
        }
    }

    /// The first line of a command's output that is not blank; `nil` without such a line.
    private static func output(
        of command: Command, by commands: CommandRunner
    ) async throws(ActionError) -> String? {
        do throws(CommandError) {
            let result = try await commands.run(command)
            try result.check()
            return result.firstLine
        } catch {
            throw .command(error)
        }
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
