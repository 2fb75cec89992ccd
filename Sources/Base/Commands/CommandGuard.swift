import CSpawn
import EventLoop
import Glibc

/// The process that ends what commands are left when the extension is gone, however it ended.
@PanelActor
final class CommandGuard {
    let descriptor: Int32
    private let process: pid_t

    /// How long a group may take to heed SIGTERM, in ms.
    private static let patience: Int32 = 2_000

    init() throws(CommandError) {
        // Writing to a guard that is gone shall fail, not end the extension. Commands have the signal as usual.
        signal(SIGPIPE, SIG_IGN)
        var process: pid_t = 0
        descriptor = holdfast_guard_start(Self.patience, &process)
        self.process = process
        guard descriptor >= 0 else { throw .system(call: "fork", code: errno) }
    }

    deinit {
        close(descriptor)
        // Without commands it ends at once.
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
