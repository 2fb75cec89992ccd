import EventLoop

extension ExtensionProgramError: CustomStringConvertible {
    /// The reason in one line.
    package var description: String {
        switch self {
        case .unknownOption(let option): "there is no option '\(option)'; see --help"
        case .missingValue(let option): "'\(option)' needs a value; see --help"
        case .invalidName(let name):
            """
            an extension cannot be called '\(name)': its name is a letter, then letters, digits, '-' and '_', at most 64; \
            give another with --name
            """
        case .invalidDescriptors(let count):
            "the service manager gave \(count) descriptors; an extension takes one, a listening UNIX socket"
        case .runsAlready(let name, let socket):
            "twice the same extension: another process serves '\(name)' at \(socket)"
        case .folder(let path, let code): "\(path): mkdir: \(SystemCall.message(code))"
        case .socket(let path, let error): "\(path): \(error)"
        case .tooManyStuckCalls(let count):
            "\(count) calls that the panel gave up have not ended: the extension ends, to be started anew"
        case .undescribable(let problem): "the controls have no JSON form: \(problem)"
        case .capture(let problem): "there is nothing to capture: \(problem)"
        case .signals(let problem): "signals: \(problem)"
        }
    }
}

extension ExtensionCallError: CustomStringConvertible {
    /// The reason in words.
    package var description: String {
        switch self {
        case .noSuchControl(let kind): "it has no control \(kind)"
        case .noSuchIntent(let intent): "it has no intent '\(intent)', or not with this parameter"
        case .valueFailed(let reason): reason
        }
    }
}

extension PanelConnectionError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .unreachable(let path, let code): "no panel answers at \(path): \(SystemCall.message(code))"
        case .lost: "the panel went away before it answered"
        case .invalid(let problem): "the panel gave an answer that is none: \(problem)"
        case .notYours(let kind): "the kind \(kind) is not one of this user's extensions"
        case .activityRefused(let id): "the panel refuses the activity \(id): it shows as many as it may"
        case .refused(let name): "the panel refused: \(name)"
        case .cancelled: "the request was taken back"
        case .capturing: "an intent that captures cannot ask the panel"
        }
    }
}

extension SharedContainerError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .noHome: "there is no place for state: STATE_DIRECTORY, XDG_STATE_HOME and HOME are not set"
        case .invalidKey(let key):
            "'\(key)' cannot be a key: letters, digits, '-', '_' and '.', not first, at most 128"
        case .file(let path, let call, let code): "\(path): \(call): \(SystemCall.message(code))"
        case .undecodable(let key, let problem): "the value of '\(key)' cannot be read: \(problem)"
        case .unencodable(let key, let problem): "the value of '\(key)' cannot be written: \(problem)"
        case .tooLong(let key, let count, let limit): "'\(key)' may have \(limit) bytes, and was given \(count)"
        }
    }
}

extension ActivityAuthorizationError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .unsupported: "no panel is there to show an activity"
        }
    }
}
