import EventLoop
import Glibc
import MonotonicTime

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
