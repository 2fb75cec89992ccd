import Glibc

/// Where an extension listens.
package enum ListeningSocket: Sendable, Hashable, CustomStringConvertible {
    /// On a socket that the service manager holds (`sd_listen_fds(3)`).
    case descriptor(Int32)
    /// On a socket of its own.
    case path(String)

    /// The first descriptor that a service manager gives, as `SD_LISTEN_FDS_START` says.
    static let firstDescriptor: Int32 = 3

    /// What the environment says; where it says nothing, a socket at `path`.
    ///
    /// - Parameter process: The process that asks: descriptors that were given to its parent are not its own.
    package init(
        environment: ExtensionEnvironment, process: Int32 = getpid(), path: String
    ) throws(ExtensionProgramError) {
        guard environment["LISTEN_PID"] == String(process), let text = environment["LISTEN_FDS"] else {
            self = .path(path)
            return
        }
        guard let count = Int(text), count == 1 else {
            throw .invalidDescriptors(count: Int(text) ?? 0)
        }
        self = .descriptor(Self.firstDescriptor)
    }

    /// Where it is, in words.
    package var description: String {
        switch self {
        case .descriptor: "the service manager's socket"
        case .path(let path): path
        }
    }

    /// Keeps the variables from the programs that the extension starts: the socket is not theirs.
    static func forgetEnvironment() {
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    }
}
