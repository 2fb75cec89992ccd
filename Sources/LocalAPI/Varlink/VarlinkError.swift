/// An error of a Varlink interface. Its properties are the error's parameters.
public protocol VarlinkError: Error, Codable, Sendable {
    /// The error's full name, such as `io.holdfast.Panel.NoSuchControl`.
    static var varlinkName: String { get }
}

/// Why a server does not listen.
public enum VarlinkServerError: Error, Sendable, Hashable {
    /// Another process listens at the path.
    case inUse(path: String)
    /// What lies at the path is no socket, and is left alone.
    case notASocket(path: String)
    /// The path has more bytes than a socket's may have.
    case pathTooLong(path: String, limit: Int)
    /// The descriptor is no UNIX stream socket that listens.
    case notListening(descriptor: Int32)
    /// A system call failed.
    case system(call: String, path: String, code: Int32)
}

/// Why a call has no reply.
public enum VarlinkClientError: Error, Sendable, Hashable {
    /// There is no connection: nothing was sent.
    case unreachable(path: String, code: Int32)
    /// The connection ended before the reply: whether the call was carried out is not known.
    case ended
    /// What came is no reply, or is too long.
    case malformed(String)
    /// The server answered with an error: its full name, those of its parameters that are no array or object, as text,
    /// and what it is where it is one of the protocol's own.
    case refused(name: String, parameters: [String: String], standard: VarlinkService.Failure?)
}
