import EventLoop
import Glibc

/// An error of a Varlink interface. Its properties are the error's parameters.
public protocol VarlinkError: Error, Codable, Hashable, Sendable {
    /// The error's full name, such as `io.holdfast.Panel.NoSuchControl`.
    static var varlinkName: String { get }
}

/// An error whose name within its interface is the name of the conforming type.
public protocol VarlinkInterfaceError: VarlinkError {
    associatedtype Interface: VarlinkInterfaceName
}

extension VarlinkInterfaceError {
    public static var varlinkName: String { "\(Interface.name).\(Self.self)" }
}

/// Why a server cannot listen.
public enum VarlinkServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another process listens at the path.
    case inUse(path: String)
    /// The file at the path is no socket. The server leaves it alone.
    case notASocket(path: String)
    /// The path is longer than a socket's path may be; `limit` is in bytes.
    case pathTooLong(path: String, limit: Int)
    /// The descriptor is not a UNIX stream socket that listens.
    case notListening(descriptor: Int32)
    case system(call: String, path: String, code: Int32)

    /// The error, its object and the remedy.
    public var description: String {
        switch self {
        case .inUse(let path):
            "\(path): another process listens there; stop it, or give another path"
        case .notASocket(let path):
            "\(path): exists and is not a socket; remove it, or give another path"
        case .pathTooLong(let path, let limit):
            "\(path): too long for a socket, which may have \(limit) bytes"
        case .notListening(let descriptor):
            "descriptor \(descriptor) is not a UNIX stream socket that listens"
        case .system(let call, let path, let code):
            "\(path): \(call): \(SystemCall.message(code))"
        }
    }
}

/// Why a call has no reply.
public enum VarlinkClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no connection, and the call was not sent.
    case unreachable(path: String, code: Int32)
    /// The connection ended before the reply: whether the call was carried out is unknown.
    case ended
    /// The received message is no reply, or is too long.
    case malformed(String)
    /// The server answered with an error: its full name and its parameters as text, without arrays and objects.
    case refused(name: String, parameters: [String: String])

    /// The error and its object.
    public var description: String {
        switch self {
        case .unreachable(let path, let code):
            switch code {
            case ENOENT, ECONNREFUSED: "nothing listens on \(path)"
            case EACCES, EPERM: "no permission to connect to \(path)"
            case EAGAIN: "\(path) is too busy"
            case EMSGSIZE: "what is to be said is longer than a message may be"
            default: "\(path): connect: \(SystemCall.message(code))"
            }
        case .ended:
            "the connection ended before the reply"
        case .malformed(let problem):
            "the reply is none: \(problem)"
        case .refused(let name, let parameters):
            VarlinkService.words(for: name, parameters) ?? Self.text(name, parameters)
        }
    }

    private static func text(_ name: String, _ parameters: [String: String]) -> String {
        guard !parameters.isEmpty else { return name }
        return name + " (" + parameters.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ") + ")"
    }
}
