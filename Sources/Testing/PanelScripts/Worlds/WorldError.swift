import EventLoop
import GPIO

/// Something that a world cannot do.
public enum WorldError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The board refuses.
    case board(GPIOError)
    /// This world has no such thing.
    case impossible(String)
    /// A file of the world cannot be used.
    case file(String, call: String, code: Int32)

    public var description: String {
        switch self {
        case .board(let error): error.description
        case .impossible(let what): "\(what) is not possible on gpio-sim; run the script on the simulated board"
        case .file(let path, let call, let code): "\(path): \(call): \(SystemCall.message(code))"
        }
    }
}
