import Commands
import EventLoop

extension ActionError: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .command(let error): error.description
        case .cancelled: "nobody waits for it any more"
        case .nothingCaptured: "the command succeeded, but there is no file"
        case .captures(let problem): "captures: \(problem)"
        case .noSource: "a value needs either 'command' or 'file'"
        case .noOutput: "there is nothing to show: no output"
        case .file(let path, let call, let code): "\(path): \(call): \(SystemCall.message(code))"
        case .invalidUnit(let unit): "'\(unit)' is not the name of a unit, such as 'backup.service'"
        case .unitMissing(let unit): "there is no unit '\(unit)'"
        case .unitMasked(let unit): "'\(unit)' is masked"
        case .unitInvalid(let unit, let state): "'\(unit)' cannot be loaded (\(state)); see systemctl status \(unit)"
        case .jobFailed(let unit, let starts, let result):
            "'\(unit)' did not \(starts ? "start" : "stop") (\(result)); see systemctl status \(unit)"
        case .jobTookTooLong(let unit, let starts, let limit):
            "'\(unit)' has not \(starts ? "started" : "stopped") in \(limit.words); its job goes on"
        case .notPermitted(let unit, let reason): "'\(unit)': not permitted (\(reason)); a polkit rule must allow it"
        case .refused(let unit, let reason): "'\(unit)': \(reason)"
        case .busGone(let reason): "the service manager cannot be asked: \(reason)"
        case .invalidURL(let url): "'\(url)' is no http or https address"
        case .invalidMethod(let method): "'\(method)' is no HTTP method"
        case .invalidHeader(let name): "'\(name)' is no header; write 'Name: value', in one line"
        case .secret(let path, let reason): "\(path): \(reason)"
        case .tooManyRequests(let count): "\(count) requests run already"
        case .answered(let server, let status, let output): PlainLine.reason("\(server) answered \(status)", output)
        case .noAnswer(let server, let limit): "\(server) did not answer in \(limit.words)"
        case .failed(let server, let reason): "\(server): \(reason)"
        }
    }
}
