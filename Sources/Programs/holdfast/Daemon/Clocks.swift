import CEventLoop
import EventLoop
import Glibc
import Store

/// The system's clocks, as a store keeps them, and what happens to them.
@PanelActor
final class Clocks {
    private var watch: DescriptorWatch?
    private var descriptor: Int32 = -1

    /// systemd-timesyncd makes this file when it has set the clock for the first time since boot
    /// (`src/timesync/timesyncd-manager.c`). The kernel counts a clock as unsynchronised again some hours after its source
    /// was last heard, which for the times kept here it is not.
    private static let synchronizedMark = "/run/systemd/timesync/synchronized"

    /// `random_get_boot_id(4)`: another one after each boot.
    private static let bootID: String = {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count).prefix { $0 > 32 }, as: UTF8.self)
    }()

    /// What the clocks show.
    static var now: StoredMoment {
        StoredMoment(
            wall: StoredTime(milliseconds: holdfast_realtime_milliseconds(), isSynchronized: isSynchronized),
            bootID: bootID, boottime: holdfast_boottime_now())
    }

    private static var isSynchronized: Bool {
        holdfast_clock_is_synchronized() == 1 || access(synchronizedMark, F_OK) == 0
    }

    /// Calls `changed` whenever the wall clock has been set.
    ///
    /// - Throws: `EventLoopError` where the kernel cannot tell.
    init(changed: @escaping @PanelActor () -> Void) throws {
        descriptor = holdfast_clock_watch_create()
        guard descriptor >= 0 else { throw FileProblem(path: "the clock", call: "timerfd_create", code: errno) }
        watch = try EventLoop.panel.watch(descriptor) { [weak self] _ in
            guard let self else { return }
            // It fails by ECANCELED, which is what it tells.
            var expirations: UInt64 = 0
            _ = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
            _ = holdfast_clock_watch_arm(descriptor)
            changed()
        }
    }

    /// Watches no more.
    func stop() {
        watch?.cancel()
        watch = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
