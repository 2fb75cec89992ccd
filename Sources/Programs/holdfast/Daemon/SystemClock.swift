import CEventLoop
import Configuration
import EventLoop
import Glibc
import Panel
import Store

/// The machine's wall clock, in its time zone (`TZ`, or `/etc/localtime`).
@PanelActor
final class SystemClock: LocalClock {
    var changed: (@PanelActor () -> Void)?

    /// Whether it is trusted.
    var trust = ClockTrust()
    /// The newest time that was trusted before, in milliseconds since 1970.
    var newest: (@PanelActor () -> Int64?)?
    private var isSetByRTC = false

    var milliseconds: Int64? {
        let time = now
        return time.isSynchronized ? time.milliseconds : nil
    }

    /// The time now, which counts as right where it is trusted.
    var now: StoredTime {
        let time = Clocks.now.wall
        // The kernel sets the clock from a real-time clock once, which stays so until the next boot.
        let isTrusted = trust.trusts(time, newest: newest?(), isSetByRTC: hasRTC())
        return StoredTime(milliseconds: time.milliseconds, isSynchronized: isTrusted)
    }

    private func hasRTC() -> Bool {
        if !isSetByRTC { isSetByRTC = ClockTrust.isSetByRTC() }
        return isSetByRTC
    }

    /// The time to keep as the newest, in milliseconds since 1970; `nil` where none is compared with it.
    var timeToKeep: Int64? { trust.source == .rtc ? milliseconds : nil }

    func offset(at seconds: Int64) -> Int {
        // Somebody may have moved the machine to another zone: localtime_r(3) alone looks at that only once.
        tzset()
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return parts.tm_gmtoff
    }
}

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
