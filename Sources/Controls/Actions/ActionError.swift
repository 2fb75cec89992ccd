import Commands
import EventLoop
import FileTrust

/// The reason why an action was not performed, or why its value is not available.
public enum ActionError: Error, Sendable, Hashable, CustomStringConvertible {
    // MARK: Commands

    /// A command did not start, or failed.
    case command(CommandError)
    /// The action was cancelled, because its client no longer waits.
    case cancelled
    /// The command of a capture succeeded without creating a file.
    case nothingCaptured
    /// The folder for captures cannot be created or read.
    case captures(String)

    // MARK: Values

    /// A value has neither or both of command and file.
    case noSource
    /// The command or file has no line that is not blank.
    case noOutput
    /// The file cannot be read.
    case file(path: String, call: String, code: Int32)

    // MARK: Units

    /// The text is no valid name of a unit.
    case invalidUnit(String)
    /// The unit does not exist.
    case unitMissing(String)
    case unitMasked(String)
    /// The unit's file is invalid.
    case unitInvalid(unit: String, state: String)
    /// The job ended with a result other than `done`.
    case jobFailed(unit: String, starts: Bool, result: String)
    /// The job did not end within the time limit.
    case jobTookTooLong(unit: String, starts: Bool, Duration)
    /// The service manager does not permit the action to this user.
    case notPermitted(unit: String, reason: String)
    /// The service manager refused for another reason.
    case refused(unit: String, reason: String)
    /// The bus or the service manager is not available.
    case busGone(reason: String)

    // MARK: Webhooks

    /// The text is no `http` or `https` address.
    case invalidURL(String)
    /// The text is not an HTTP method.
    case invalidMethod(String)
    /// The text is no header.
    case invalidHeader(String)
    /// The file with the secret cannot be read.
    case secret(SecretFile.Problem)
    /// The maximum of concurrent requests is reached.
    case tooManyRequests(Int)
    /// The server answered with a status other than 2xx; `output` is the first line of its answer.
    case answered(server: String, status: Int, output: String?)
    /// The server did not answer within the time limit.
    case noAnswer(server: String, Duration)
    /// The request failed before an answer arrived.
    case failed(server: String, reason: String)

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
        case .invalidURL(let url): "'\(url)' is not an http or https address"
        case .invalidMethod(let method): "'\(method)' is not an HTTP method"
        case .invalidHeader(let name): "'\(name)' is not a header; write 'Name: value', in one line"
        case .secret(let problem): problem.description
        case .tooManyRequests(let count): "\(count) requests run already"
        case .answered(let server, let status, let output): PlainLine.reason("\(server) answered \(status)", output)
        case .noAnswer(let server, let limit): "\(server) did not answer in \(limit.words)"
        case .failed(let server, let reason): "\(server): \(reason)"
        }
    }
}
