import EventLoop
import Glibc
import MonotonicTime

/// Reports that a process listens on a UNIX socket: when the watch begins, and whenever the socket's file comes again.
@PanelActor
public final class SocketWatch {
    /// A socket file exists before its process listens. The watch tries again after this delay, doubled each time, for
    /// 10 s in all. On a machine that starts all its programs at once, that long may pass between `bind` and `listen`.
    private static let firstPatience = Duration.milliseconds(5)
    private static let attempts = 11

    private let path: String
    private let appeared: @PanelActor () -> Void
    private var watch: FolderWatch?
    private var retry: PanelTimer?
    private var attempt = 0

    /// Watches the socket's folder, which must exist, and looks for the socket. If the folder cannot be watched, the watch
    /// looks only once.
    ///
    /// - Parameter appeared: Called in a later turn of the loop, also where the socket exists and cannot be connected to.
    public init(path: String, appeared: @escaping @PanelActor () -> Void) {
        self.path = path
        self.appeared = appeared
        retry = EventLoop.panel.makeTimer { [weak self] in self?.look() }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        watch = try? FolderWatch(folder: NewFile.folder(of: path), name: name) { [weak self] change in
            switch change {
            case .came, .unknown: self?.lookAgain()
            case .went: self?.retry?.cancel()
            }
        }
        lookAgain()
    }

    public func cancel() {
        watch?.cancel()
        watch = nil
        retry?.cancel()
        retry = nil
    }

    public func lookAgain() {
        attempt = 0
        retry?.arm(at: EventLoop.panel.now)
    }

    private func look() {
        // Drops earlier events: this connection attempt covers them. Handled later, they would report the socket twice.
        watch?.discard()
        do throws(LocalSocket.Failure) {
            close(try LocalSocket.connect(path: path))
        } catch {
            // The socket is bound and does not listen yet, or a process that died left it behind.
            guard error.code == ECONNREFUSED, attempt < Self.attempts else {
                // The socket exists and cannot be connected to now: the first call will report the reason.
                if error.code != ECONNREFUSED && error.code != ENOENT { appeared() }
                return
            }
            let patience = Self.firstPatience * (1 << attempt)
            attempt += 1
            retry?.arm(at: EventLoop.panel.now.advanced(by: patience))
            return
        }
        appeared()
    }
}
