import Commands

/// Why an action was not done, or its value is not to be had.
public enum ActionError: Error, Sendable, Hashable {
    // MARK: Commands

    /// A command was not run, or has failed.
    case command(CommandError)
    /// Nobody waits for it any more.
    case cancelled
    /// It was to make a file, and did not.
    case nothingCaptured
    /// The folder of captures cannot be made or read.
    case captures(String)

    // MARK: Values

    /// A value needs either a command or a file.
    case noSource
    /// There is nothing to read.
    case noOutput
    /// The file cannot be read.
    case file(path: String, call: String, code: Int32)

    // MARK: Units

    /// Not the name of a unit.
    case invalidUnit(String)
    /// There is no such unit.
    case unitMissing(String)
    /// The unit is masked.
    case unitMasked(String)
    /// The unit's file is wrong.
    case unitInvalid(unit: String, state: String)
    /// The job ended otherwise than done.
    case jobFailed(unit: String, starts: Bool, result: String)
    /// The job did not end in time.
    case jobTookTooLong(unit: String, starts: Bool, Duration)
    /// The service manager does not let this user do it.
    case notPermitted(unit: String, reason: String)
    /// The service manager refused for another reason.
    case refused(unit: String, reason: String)
    /// The bus, or the service manager, is not there.
    case busGone(reason: String)

    // MARK: Webhooks

    /// Not an address of http or https.
    case invalidURL(String)
    /// Not a method of HTTP.
    case invalidMethod(String)
    /// Not a header.
    case invalidHeader(String)
    /// The file of the secret cannot be read.
    case secret(path: String, reason: String)
    /// As many requests run as may.
    case tooManyRequests(Int)
    /// The server answered with another status than 2xx; `output` is the first line of its answer.
    case answered(server: String, status: Int, output: String?)
    /// The server did not answer in time.
    case noAnswer(server: String, Duration)
    /// The request failed before an answer had come.
    case failed(server: String, reason: String)
}
