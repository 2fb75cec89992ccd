import EventLoop
import Glibc
import MonotonicTime

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
