import CEventLoop
import Glibc

/// Tells when what lies at a path comes, goes or changes (`inotify(7)`).
///
/// What is watched is the folder, so that a file that is replaced is still seen; where the folder is not there yet, the
/// nearest one above it that is, for the next one's coming. It watches until it is told to stop.
@PanelActor
public final class PathWatch {
    /// What is noticed of a path, besides that something comes, goes or is replaced there.
    public enum Interest: Sendable, Hashable {
        /// What is written, and another owner or mode.
        case content
        /// Another owner or mode, but not what is written: in `/dev` that is whatever any program writes to any device.
        case node
    }

    /// Why a path cannot be watched.
    public struct Failure: Error, Sendable, Hashable {
        /// The folder that it is about.
        public var path: String
        /// The call that failed.
        public var call: String
        /// What it left in `errno`.
        public var code: Int32
    }

    /// The names of the path, from the root.
    private let names: [String]
    private let interest: Interest
    private let changed: @PanelActor () -> Void
    private var descriptor: Int32 = -1
    private var watch: DescriptorWatch?
    /// How many of the names the folder that is watched has.
    private var depth = 0

    /// Watches from now on.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - interest: What else is noticed than that it comes, goes or is replaced.
    ///   - changed: is called on the loop.
    /// - Throws: where not even the root can be watched.
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

    /// Watches no more.
    public func cancel() {
        watch?.cancel()
        watch = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Watches the deepest folder that there is.
    private func place() throws(Failure) {
        cancel()
        var depth = names.count - 1
        /// The depth from which it was begun anew last.
        var tried = -1
        while true {
            let folder = "/" + names.prefix(depth).joined(separator: "/")
            let descriptor = open(folder)
            if descriptor < 0 {
                let code = errno
                // One that may not be read is waited for above it, as one that is not there.
                guard depth > 0, code != EMFILE, code != ENOSPC, code != ENOMEM else {
                    throw Failure(path: folder, call: "inotify", code: code)
                }
                depth -= 1
                continue
            }
            // The next one may have come in between. One that is there, and yet cannot be watched, is no reason to begin anew
            // for ever: it may be a program, or kept by a security module.
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
                // Not weakly: of a watch that was let go without an end nobody would read what comes, and the loop spin.
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
            // Where nothing can be watched, the panel's own asking is left.
            try? place()
            if !isAtFile && depth < names.count - 1 { return }
        }
        changed()
    }
}
