import LocalAPI

/// Why an extension does not run.
package enum ExtensionProgramError: Error, Sendable {
    /// There is no such option.
    case unknownOption(String)
    /// An option stands without its value.
    case missingValue(option: String)
    /// The name cannot be that of an extension.
    case invalidName(String)
    /// The service manager gave it so many descriptors, or one that is no listening socket.
    case invalidDescriptors(count: Int)
    /// A process that runs has the extension's socket.
    case runsAlready(name: String, socket: String)
    /// The folder of the socket cannot be made.
    case folder(path: String, code: Int32)
    /// The socket cannot be listened on.
    case socket(path: String, VarlinkServerError)
    /// So many calls that were given up have not ended that it had better begin anew.
    case tooManyStuckCalls(Int)
    /// What it is has no JSON form.
    case undescribable(String)
    /// There is no intent to perform, or nobody to tell of it.
    case capture(String)
    /// The event loop cannot watch for signals.
    case signals(String)

    /// What the process exits with (`sysexits.h` for the command line).
    var exitCode: Int32 {
        switch self {
        case .unknownOption, .missingValue, .invalidName: 64
        case .capture, .invalidDescriptors, .runsAlready, .folder, .socket, .tooManyStuckCalls, .undescribable,
            .signals:
            1
        }
    }
}
