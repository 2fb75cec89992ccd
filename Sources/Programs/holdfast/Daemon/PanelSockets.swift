import CSystemd
import EventLoop
import Glibc

/// Where a panel answers, and where it finds its extensions (`Who may speak to the core` is decided by owners and modes).
struct PanelSockets: Sendable, Hashable {
    /// What a server listens on.
    enum Listener: Sendable, Hashable {
        /// A socket that the service manager listens on already.
        case descriptor(Int32)
        /// A socket to be made, with this mode.
        case path(String, mode_t)
    }

    /// For the command line and programs like it: `io.holdfast.Panel`; `nil` where it cannot be had.
    var panel: Listener?
    /// For extensions: `io.holdfast.Host`; `nil` where it cannot be had.
    var host: Listener?
    /// Where the extensions' own sockets are, each by its extension's name.
    var extensionsFolder: String

    /// The names of those that cannot be had.
    var missing: [String] {
        [("panel", panel), ("host", host)].filter { $0.1 == nil }.map(\.0)
    }

    /// The sockets that a panel shall have.
    enum Choice: Sendable, Hashable {
        case sockets(PanelSockets)
        /// None, because nobody asked for any and the standard place is not this user's; `reason` says why.
        case nowhere(reason: String)
    }

    /// A descriptor of the service manager's that is no listening UNIX socket.
    struct UnusableDescriptor: Error, CustomStringConvertible {
        var name: String

        var description: String {
            "the service manager's socket '\(name)' is no listening UNIX stream socket; see holdfast.socket"
        }
    }

    /// The core's own user alone may use sockets that it makes itself.
    private static let mode: mode_t = 0o600

    /// Decides where a panel answers: on the service manager's sockets, where there are some (sd_listen_fds(3)); else at
    /// `path`; else, where that is `nil`, at the standard place if it can be used.
    ///
    /// Makes the folders that are missing.
    ///
    /// - Throws: `FileProblem` where `path` cannot be used, `UnusableDescriptor`.
    static func choose(_ path: String?) throws -> Choice {
        let passed = try passedSockets()
        let panelPath = path ?? passed["panel"].flatMap(boundPath) ?? SocketOption.standardPath
        let folder = folder(of: panelPath)
        var canMake = true
        do {
            try makeFolders(for: panelPath, mode: path == nil ? 0o755 : 0o700)
            guard access(folder, W_OK | X_OK) == 0 else {
                throw FileProblem(path: folder, call: "access", code: SystemCall.lastError)
            }
        } catch {
            guard path == nil || passed.count == 2 else { throw error }
            guard !passed.isEmpty else { return .nowhere(reason: "\(error)") }
            // The folders of the service manager's sockets are its own, and those of extensions come with theirs. A socket
            // that it could not make must not keep the buttons from working.
            canMake = false
        }
        func listener(_ name: String, _ path: String) -> Listener? {
            passed[name].map(Listener.descriptor) ?? (canMake ? .path(path, mode) : nil)
        }
        return .sockets(
            PanelSockets(
                panel: listener("panel", panelPath), host: listener("host", folder + "/host"),
                extensionsFolder: folder + "/extensions"))
    }

    /// Makes the folder of the panel's socket, and the one of the extensions' beside it, where they are missing.
    ///
    /// - Throws: `FileProblem`.
    static func makeFolders(for path: String, mode: mode_t) throws {
        let folder = folder(of: path)
        for path in [folder, folder + "/extensions"] where mkdir(path, mode) == 0 {
            // Whatever the umask is: systemd's is 0022, the unit's 0077, and extensions must find their folder.
            chmod(path, mode)
        }
        var status = stat()
        for path in [folder, folder + "/extensions"] {
            guard stat(path, &status) == 0 else {
                throw FileProblem(path: path, call: "mkdir", code: SystemCall.lastError)
            }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw FileProblem(path: path, call: "mkdir", code: ENOTDIR)
            }
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: The service manager's

    /// The sockets that the service manager gave, by the names of their units' `FileDescriptorName=`.
    private static func passedSockets() throws -> [String: Int32] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        // Unset: what this process starts is not meant.
        let count = sd_listen_fds_with_names(1, &names)
        guard count > 0, let names else { return [:] }
        defer { free(names) }
        var sockets: [String: Int32] = [:]
        for index in 0..<Int(count) {
            guard let pointer = names[index] else { continue }
            defer { free(pointer) }
            let name = String(cString: pointer)
            let descriptor = SD_LISTEN_FDS_START + Int32(index)
            guard ["panel", "host"].contains(name), sockets[name] == nil else {
                // Nobody would ever answer there.
                close(descriptor)
                continue
            }
            guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
                throw UnusableDescriptor(name: name)
            }
            sockets[name] = descriptor
        }
        return sockets
    }

    /// The path that a socket is bound to; `nil` where it has none (unix(7): unnamed or abstract).
    private static func boundPath(_ descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return path.isEmpty ? nil : path
    }
}
