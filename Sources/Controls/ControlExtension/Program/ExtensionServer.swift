import EventLoop
import Glibc
import LocalAPI
import MonotonicTime
import Synchronization

/// The server of the extension's socket. It runs on the event loop's thread.
@PanelActor
final class ExtensionServer {
    /// The time that cancelled calls have to end at shutdown.
    private static let patience = Duration.seconds(2)
    /// Allows access for the panel's user, if it shares a group with the extension's user. The folder's permissions
    /// limit access further.
    private static let mode: mode_t = 0o660

    private let socket: ListeningSocket
    private let name: String
    private let controls: Int
    private let queue = CallQueue()
    private let server: VarlinkServer
    private var signals: DescriptorWatch?
    private var limit: PanelTimer?
    private let ended: @PanelActor (ExtensionProgramError?) -> Void
    private var isEnding = false

    /// - Parameters:
    ///   - ended: Called when the server has ended. The argument is the reason; `nil` after a signal.
    init(
        _ service: BundleService, name: String, socket: ListeningSocket,
        ended: @escaping @PanelActor (ExtensionProgramError?) -> Void
    ) {
        self.socket = socket
        self.name = name
        controls = service.kinds.count
        self.ended = ended
        server = VarlinkServer(
            product: service.context.displayName, version: "1",
            interfaces: [BundleInterface(service: service, queue: queue).varlink], limits: .ofExtension)
        queue.overwhelmed = { [weak self] in self?.end(.tooManyStuckCalls($0)) }
    }

    /// Listens until a signal arrives. The event loop retains the server during this time.
    func start() throws(ExtensionProgramError) {
        switch socket {
        case .descriptor(let descriptor):
            ListeningSocket.forgetEnvironment()
            do throws(VarlinkServerError) {
                try server.listen(descriptor: descriptor)
            } catch {
                throw .socket(path: "descriptor \(descriptor)", error)
            }
        case .path(let path):
            try makeFolder(of: path)
            do throws(VarlinkServerError) {
                try server.listen(path: path, mode: Self.mode)
            } catch .inUse {
                throw .runsAlready(name: name, socket: path)
            } catch {
                throw .socket(path: path, error)
            }
        }
        do throws(EventLoopError) {
            let descriptor = try EndingSignals.catch()
            signals = try EventLoop.panel.watch(descriptor) { _ in self.end(nil) }
        } catch {
            server.stop()
            throw .signals(error.description)
        }
        StandardError.note("\(name): \(controls) control\(controls == 1 ? "" : "s"), at \(socket)")
    }

    private func end(_ reason: ExtensionProgramError?) {
        guard !isEnding else { return }
        isEnding = true
        signals?.cancel()
        EndingSignals.release()
        // Closes all connections, which cancels their calls.
        server.stop()
        var isOver = false
        let finish: @PanelActor () -> Void = { [self] in
            guard !isOver else { return }
            isOver = true
            limit?.cancel()
            ended(reason)
        }
        limit = EventLoop.panel.makeTimer(finish)
        limit?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        queue.whenIdle(finish)
    }

    private func makeFolder(of path: String) throws(ExtensionProgramError) {
        let folder = NewFile.folder(of: path)
        if let code = SystemFile.makeFolder(folder) { throw .folder(path: folder, code: code) }
    }
}

package enum ListeningSocket: Sendable, Hashable, CustomStringConvertible {
    /// A socket that the service manager owns (`sd_listen_fds(3)`).
    case descriptor(Int32)
    /// A socket that the extension creates.
    case path(String)

    /// The first descriptor that a service manager passes (`SD_LISTEN_FDS_START`).
    static let firstDescriptor: Int32 = 3

    /// The socket from the environment, else a socket at `path`.
    ///
    /// - Parameter process: The ID of the process. Descriptors that were passed to its parent do not belong to it.
    package init(
        environment: [String: String], process: Int32 = getpid(), path: String
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

    /// The location of the socket, for log messages.
    package var description: String {
        switch self {
        case .descriptor: "the service manager's socket"
        case .path(let path): path
        }
    }

    /// Removes the variables, so that programs that the extension starts do not use the socket.
    static func forgetEnvironment() {
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    }
}

/// SIGTERM and SIGINT as a descriptor that the event loop can watch.
///
/// A signal handler writes into a pipe. A signalfd would require that the signals are blocked, in this process and in
/// every program that it starts.
enum EndingSignals {
    private static let writer = Atomic<Int32>(-1)

    /// Catches the signals.
    ///
    /// - Returns: The descriptor that becomes readable when a signal arrives.
    static func `catch`() throws(EventLoopError) -> Int32 {
        let pipe = try SystemCall.makePipe()
        writer.store(pipe.writer, ordering: .releasing)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in
                let kept = errno
                var byte: UInt8 = 0
                _ = write(EndingSignals.writer.load(ordering: .acquiring), &byte, 1)
                errno = kept
            }
        }
        return pipe.reader
    }

    /// Restores the default action: a signal ends the process at once.
    static func release() {
        for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    }
}
