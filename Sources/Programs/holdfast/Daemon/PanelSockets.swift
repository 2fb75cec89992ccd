import CSystemd
import EventLoop
import Glibc
import ProgramSupport

/// The sockets on which a panel answers, and the folder of its extensions' sockets. The owners and modes of the
/// sockets decide which programs may speak to the core.
struct PanelSockets: Sendable, Hashable {
    /// The socket that a server listens on.
    enum Listener: Sendable, Hashable {
        /// A socket on which the service manager listens already.
        case descriptor(Int32)
        /// A socket to create, with this mode.
        case path(String, mode_t)
    }

    /// The socket for the command line and other clients: `io.holdfast.Panel`; `nil` if it is not available.
    let panel: Listener?
    /// The socket for extensions: `io.holdfast.Host`; `nil` if it is not available.
    let host: Listener?
    /// The folder of the extensions' own sockets, each named after its extension.
    let extensionsFolder: String

    /// The names of the sockets that are not available.
    var missing: [String] {
        [("panel", panel), ("host", host)].filter { $0.1 == nil }.map(\.0)
    }

    /// The sockets that `choose(_:)` decides on.
    enum Choice: Sendable, Hashable {
        case sockets(PanelSockets)
        /// No sockets: no option names any, and this user cannot use the standard place. `reason` is the error of the
        /// standard place.
        case nowhere(reason: String)
    }

    /// A descriptor from the service manager that is not a listening UNIX socket.
    struct UnusableDescriptor: Error, CustomStringConvertible {
        var name: String

        var description: String {
            "the service manager's socket '\(name)' is not a listening UNIX stream socket; see holdfast.socket"
        }
    }

    /// The mode of sockets that the core creates: only the core's own user may connect.
    private static let mode: mode_t = 0o600

    /// Sockets that the core creates beside each other: the panel's at `path`, and `host`.
    ///
    /// - Throws: `FileProblem` if the folders cannot be created.
    init(makingAt path: String) throws {
        let folder = NewFile.folder(of: path)
        try PanelSocket.makeFolders(for: path, mode: 0o700)
        self.init(
            panel: .path(path, Self.mode), host: .path(folder + "/host", Self.mode),
            extensionsFolder: folder + "/extensions")
    }

    private init(panel: Listener?, host: Listener?, extensionsFolder: String) {
        (self.panel, self.host, self.extensionsFolder) = (panel, host, extensionsFolder)
    }

    /// Decides where a panel answers: on the service manager's sockets, if there are any (sd_listen_fds(3)); else at
    /// `path`; else, if `path` is `nil`, at the standard place, if this user can use it.
    ///
    /// Creates missing folders.
    ///
    /// - Throws: `FileProblem` if `path` cannot be used, `UnusableDescriptor`.
    static func choose(_ path: String?) throws -> Choice {
        let passed = try passedSockets()
        let panelPath = path ?? passed["panel"].flatMap(boundPath) ?? PanelSocket.standardPath
        let folder = NewFile.folder(of: panelPath)
        var canMake = true
        do {
            try PanelSocket.makeFolders(for: panelPath, mode: path == nil ? 0o755 : 0o700)
            guard access(folder, W_OK | X_OK) == 0 else {
                throw FileProblem(path: folder, call: "access")
            }
        } catch {
            guard path == nil || passed.count == 2 else { throw error }
            guard !passed.isEmpty else { return .nowhere(reason: "\(error)") }
            // The service manager owns the folders of its sockets, and the folders of the extensions' sockets come
            // with them. The buttons must work even if the service manager could not create one of its sockets.
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

    // MARK: Sockets of the service manager

    /// The sockets that the service manager passes, by the names of their units' `FileDescriptorName=`.
    private static func passedSockets() throws -> [String: Int32] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        // 1 unsets the variables: the sockets are not for child processes.
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
                // No server would answer on this socket.
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

    /// The path that a socket is bound to; `nil` if it has none (unix(7): unnamed or abstract).
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
