import EventLoop
import Glibc
import MonotonicTime

/// Why a command was not run, or has failed.
public enum CommandError: Error, Sendable, Hashable {
    /// The list of arguments names no program.
    case noProgram(parameter: String)
    /// An argument has a NUL, which cannot be passed to a program.
    case invalidArgument(parameter: String)
    /// The program does not exist.
    case programMissing(String)
    /// The program exists, but cannot be executed; `code` is the `errno` of `execve(2)`.
    case notExecutable(program: String, code: Int32)
    /// The program is a script whose interpreter is missing.
    case interpreterMissing(program: String)
    /// The working directory cannot be entered.
    case folder(path: String, code: Int32)
    /// The program is to run without network, but the kernel cannot enforce that.
    case networkOpen(program: String, code: Int32)
    /// A system call that all commands need has failed.
    case system(call: String, code: Int32)
    /// The largest number of commands is already running.
    case tooManyCommands(Int)
    /// The program exited with a status that means failure; `output` is its last line.
    case exited(status: Int32, output: String?)
    /// A signal ended the program; `output` is its last line.
    case killed(signal: Int32, output: String?)
    /// The program exceeded the time limit, and was ended.
    case tookTooLong(Duration)
    /// The program ended in time, but a process that it started kept its output open, and was ended.
    case heldOpen(Duration)
    case cancelled
}

extension CommandError {
    /// The error with `text` replaced in the command's output, such as a secret.
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

extension CommandError: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .noProgram(let parameter): "'\(parameter)' names no program"
        case .invalidArgument(let parameter): "'\(parameter)' has a NUL, which no program can be given"
        case .programMissing(let program): "'\(program)' is not there"
        case .notExecutable(let program, let code): "'\(program)' cannot be executed: \(SystemCall.message(code))"
        case .interpreterMissing(let program): "'\(program)' cannot be executed: its interpreter is not there"
        case .folder(let path, let code): "\(path): chdir: \(SystemCall.message(code))"
        case .networkOpen(let program, let code):
            "'\(program)' is not run: the kernel cannot keep it from the network (\(SystemCall.message(code)))"
        case .system(let call, let code): "\(call): \(SystemCall.message(code))"
        case .tooManyCommands(let count): "\(count) commands run already"
        case .exited(let status, let output): PlainLine.reason("exit status \(status)", output)
        case .killed(let signal, let output): PlainLine.reason("killed by \(Self.name(ofSignal: signal))", output)
        case .tookTooLong(let limit): "took over \(limit.words)"
        case .heldOpen(let limit):
            "took over \(limit.words): it has ended, but a process that it started holds its output open"
        case .cancelled: "nobody waits for it any more"
        }
    }

    private static func name(ofSignal signal: Int32) -> String {
        let names: [Int32: String] = [
            SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP",
            SIGILL: "SIGILL", SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT",
            SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGUSR1: "SIGUSR1",
            SIGUSR2: "SIGUSR2", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
        ]
        return names[signal] ?? "signal \(signal)"
    }
}

extension Duration {
    /// `5 s`, `1500 ms`.
    package var words: String {
        let text = text
        let number = text.prefix { !$0.isLetter }
        return "\(number) \(text.dropFirst(number.count))"
    }
}
