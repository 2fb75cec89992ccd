import CEventLoop
import Glibc

/// Watches a path for a file that appears, disappears or changes (`inotify(7)`).
///
/// The watch is on the folder, so that it also detects the replacement of the file. If the folder does not exist, the
/// watch is on the nearest existing folder above it, until the next one appears. It lasts until `cancel`.
@PanelActor
public final class PathWatch {
    /// The changes that are reported besides appearance, removal and replacement.
    public enum Interest: Sendable, Hashable {
        /// Writes, and changes of owner or mode.
        case content
        /// Changes of owner or mode, but not writes: in `/dev`, programs write to devices all the time.
        case node
    }

    /// Why a path cannot be watched.
    public struct Failure: Error, Sendable, Hashable {
        /// The folder that the call concerns.
        public var path: String
        /// The call that failed.
        public var call: String
        /// The `errno` of the call.
        public var code: Int32
    }

    /// The names of the path, from the root.
    private let names: [String]
    private let interest: Interest
    private let changed: @PanelActor () -> Void
    private var descriptor: Int32 = -1
    private var watch: DescriptorWatch?
    /// The number of names that lead to the watched folder.
    private var depth = 0

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - interest: The changes to report besides appearance, removal and replacement.
    ///   - changed: called on the loop.
    /// - Throws: `Failure` if not even the root can be watched.
    public init(
        path: String, noticing interest: Interest, changed: @escaping @PanelActor () -> Void
    ) throws(Failure) {
        guard path.hasPrefix("/") else { throw Failure(path: path, call: "inotify", code: EINVAL) }
        names = path.split(separator: "/").map(String.init)
        guard !names.isEmpty else { throw Failure(path: path, call: "inotify", code: EISDIR) }
        self.interest = interest
        self.changed = changed
        try place()
    }

    public func cancel() {
        watch?.cancel()
        watch = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Watches the deepest existing folder.
    private func place() throws(Failure) {
        cancel()
        var depth = names.count - 1
        /// The depth at which the search was last restarted.
        var tried = -1
        while true {
            let folder = "/" + names.prefix(depth).joined(separator: "/")
            let descriptor = open(folder)
            if descriptor < 0 {
                let code = errno
                // A folder without read access is treated as missing: the watch is on the folder above it.
                guard depth > 0, code != EMFILE, code != ENOSPC, code != ENOMEM else {
                    throw Failure(path: folder, call: "inotify", code: code)
                }
                depth -= 1
                continue
            }
            // The next folder may have appeared meanwhile, so the search starts again, but only once for each depth.
            // An entry that exists and cannot be watched may be a program, or be protected by a security module.
            let next = "/" + names.prefix(depth + 1).joined(separator: "/")
            if depth < names.count - 1, depth > tried, access(next, R_OK | X_OK) == 0 {
                close(descriptor)
                tried = depth
                depth = names.count - 1
                continue
            }
            self.descriptor = descriptor
            self.depth = depth
            do throws(EventLoopError) {
                // A strong reference: without it, an abandoned watch would leave events unread, and the loop would
                // spin.
                watch = try EventLoop.panel.watch(descriptor) { _ in self.read() }
            } catch {
                cancel()
                throw Failure(path: folder, call: error.call, code: error.code)
            }
            return
        }
    }

    private func open(_ folder: String) -> Int32 {
        switch interest {
        case .content: holdfast_content_watch_open(folder)
        case .node: holdfast_device_node_watch_open(folder)
        }
    }

    private func read() {
        let isAtFile = depth == names.count - 1
        switch holdfast_content_watch_read(descriptor, names[depth]) {
        case HOLDFAST_CONTENT_SAME: return
        case HOLDFAST_CONTENT_CHANGED where isAtFile: break
        default:
            // If no folder can be watched, the panel still checks the path itself.
            try? place()
            if !isAtFile && depth < names.count - 1 { return }
        }
        changed()
    }
}
