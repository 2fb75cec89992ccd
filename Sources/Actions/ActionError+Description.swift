import EventLoop
import Glibc
import MonotonicTime

extension ActionError: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .noProgram(let parameter): "'\(parameter)' names no program"
        case .invalidArgument(let parameter): "'\(parameter)' has a NUL, which no program can be given"
        case .programMissing(let program): "'\(program)' is not there"
        case .notExecutable(let program, let code): "'\(program)' cannot be executed: \(SystemCall.message(code))"
        case .interpreterMissing(let program): "'\(program)' cannot be executed: its interpreter is not there"
        case .folder(let path, let code): "\(path): chdir: \(SystemCall.message(code))"
        case .system(let call, let code): "\(call): \(SystemCall.message(code))"
        case .tooManyCommands(let count): "\(count) commands run already"
        case .exited(let status, let output): Self.ended("exit status \(status)", output)
        case .killed(let signal, let output): Self.ended("killed by \(Self.name(ofSignal: signal))", output)
        case .tookTooLong(let limit): "took over \(Self.time(limit))"
        case .heldOpen(let limit):
            "took over \(Self.time(limit)): it has ended, but a process that it started holds its output open"
        case .cancelled: "nobody waits for it any more"
        case .nothingCaptured: "the command succeeded, but there is no file"
        case .captures(let problem): "captures: \(problem)"
        case .noSource: "a value needs either 'command' or 'file'"
        case .noOutput: "there is nothing to show: no output"
        case .file(let path, let call, let code): "\(path): \(call): \(SystemCall.message(code))"
        default: otherDescription
        }
    }

    private var otherDescription: String {
        switch self {
        case .invalidUnit(let unit): "'\(unit)' is not the name of a unit, such as 'backup.service'"
        case .unitMissing(let unit): "there is no unit '\(unit)'"
        case .unitMasked(let unit): "'\(unit)' is masked"
        case .unitInvalid(let unit, let state): "'\(unit)' cannot be loaded (\(state)); see systemctl status \(unit)"
        case .jobFailed(let unit, let starts, let result):
            "'\(unit)' did not \(starts ? "start" : "stop") (\(result)); see systemctl status \(unit)"
        case .jobTookTooLong(let unit, let starts, let limit):
            "'\(unit)' has not \(starts ? "started" : "stopped") in \(Self.time(limit)); its job goes on"
        case .notPermitted(let unit, let reason): "'\(unit)': not permitted (\(reason)); a polkit rule must allow it"
        case .refused(let unit, let reason): "'\(unit)': \(reason)"
        case .busGone(let reason): "the service manager cannot be asked: \(reason)"
        case .invalidURL(let url): "'\(url)' is no http or https address"
        case .invalidMethod(let method): "'\(method)' is no HTTP method"
        case .invalidHeader(let name): "'\(name)' is no header; write 'Name: value', in one line"
        case .secret(let path, let reason): "\(path): \(reason)"
        case .tooManyRequests(let count): "\(count) requests run already"
        case .answered(let server, let status, let output): Self.ended("\(server) answered \(status)", output)
        case .noAnswer(let server, let limit): "\(server) did not answer in \(Self.time(limit))"
        case .failed(let server, let reason): "\(server): \(reason)"
        default: ""
        }
    }

    private static func ended(_ how: String, _ output: String?) -> String {
        output.map { "\(how): \($0)" } ?? how
    }

    /// `5 s`, `1500 ms`.
    private static func time(_ duration: Duration) -> String {
        let text = duration.text
        let number = text.prefix { !$0.isLetter }
        return "\(number) \(text.dropFirst(number.count))"
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
