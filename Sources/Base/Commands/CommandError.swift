/// Why a command was not run, or has failed.
public enum CommandError: Error, Sendable, Hashable {
    /// A list of arguments that names no program.
    case noProgram(parameter: String)
    /// A text with a NUL, which no program can be given.
    case invalidArgument(parameter: String)
    /// There is no such program.
    case programMissing(String)
    /// The program is there, and cannot be run; `code` is what `execve(2)` left in `errno`.
    case notExecutable(program: String, code: Int32)
    /// The program is a script whose interpreter is missing.
    case interpreterMissing(program: String)
    /// The working directory cannot be entered.
    case folder(path: String, code: Int32)
    /// The program is to run without network, and the kernel does not keep it from one.
    case networkOpen(program: String, code: Int32)
    /// A system call that every command needs failed.
    case system(call: String, code: Int32)
    /// As many commands run as may.
    case tooManyCommands(Int)
    /// It exited with a status that means failure; `output` is the last line that it wrote.
    case exited(status: Int32, output: String?)
    /// A signal ended it.
    case killed(signal: Int32, output: String?)
    /// It did not end in time, and was ended.
    case tookTooLong(Duration)
    /// It ended in time, but what it started holds its output open, and was ended.
    case heldOpen(Duration)
    /// Nobody waits for it any more.
    case cancelled
}

extension CommandError {
    /// The error with another text in place of one that the command has written.
    package func replacing(_ text: String, with other: String) -> CommandError {
        switch self {
        case .exited(let status, let output): .exited(status: status, output: output?.replacing(text, with: other))
        case .killed(let signal, let output): .killed(signal: signal, output: output?.replacing(text, with: other))
        case .noProgram, .invalidArgument, .programMissing, .notExecutable, .interpreterMissing, .folder, .networkOpen,
            .system, .tooManyCommands, .tookTooLong, .heldOpen, .cancelled:
            self
        }
    }
}
