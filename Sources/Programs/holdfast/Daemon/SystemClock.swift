import CEventLoop
import Configuration
import EventLoop
import Glibc
import Panel
import ProgramSupport
import Store

/// The machine's wall clock, in its time zone (`TZ`, or `/etc/localtime`).
@PanelActor
final class SystemClock: LocalClock {
    var changed: (@PanelActor () -> Void)?

    /// The clocks trusted by the panel's file.
    var source = ClockSource.synchronized
    /// The newest time that was trusted so far, in milliseconds since 1970.
    var newest: (@PanelActor () -> Int64?)?
    private var isSetByRTC = false

    var milliseconds: Int64? {
        let time = now
        return time.isSynchronized ? time.milliseconds : nil
    }

    init() {}

    /// The current time, marked as synchronised if the clock is trusted.
    var now: StoredTime {
        let time = Self.moment.wall
        // The kernel sets the clock from a real-time clock once. The clock counts as set until the next boot.
        let isTrusted = source.trusts(time, newest: newest?(), isSetByRTC: hasRTC())
        return StoredTime(milliseconds: time.milliseconds, isSynchronized: isTrusted)
    }

    private func hasRTC() -> Bool {
        if !isSetByRTC { isSetByRTC = ClockSource.isSetByRTC() }
        return isSetByRTC
    }

    /// The time to store as the newest, in milliseconds since 1970; `nil` if no later time is compared with it.
    var timeToKeep: Int64? { source == .rtc ? milliseconds : nil }

    func offset(at seconds: Int64) -> Int {
        // The machine's time zone may have changed: localtime_r(3) alone reads the time zone only once.
        tzset()
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return parts.tm_gmtoff
    }
}

/// The system's clocks as the store records them.
extension SystemClock {
    /// systemd-timesyncd creates this file when it sets the clock for the first time since boot
    /// (`src/timesync/timesyncd-manager.c`). The kernel marks a clock as unsynchronised some hours after the last
    /// contact with its source. For the times stored here, such a clock is still synchronised.
    private static let synchronizedMark = "/run/systemd/timesync/synchronized"

    /// `boot_id` of random(4): a different value after each boot.
    private static let bootID: String = {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count).prefix { $0 > 32 }, as: UTF8.self)
    }()

    /// The current wall clock, the boot's ID and the time since boot.
    static var moment: StoredMoment {
        StoredMoment(
            wall: StoredTime(
                milliseconds: holdfast_realtime_milliseconds(), isSynchronized: isSynchronized),
            bootID: bootID, boottime: holdfast_boottime_now())
    }

    private static var isSynchronized: Bool {
        holdfast_clock_is_synchronized() == 1 || access(synchronizedMark, F_OK) == 0
    }
}

/// Watches for changes of the wall clock.
@PanelActor
final class ClockWatch {
    private var watch: DescriptorWatch?
    private var descriptor: Int32

    /// Calls `changed` whenever the wall clock is set.
    ///
    /// - Throws: `FileProblem` if the kernel cannot report changes of the clock; `EventLoopError`.
    init(changed: @escaping @PanelActor () -> Void) throws {
        descriptor = holdfast_clock_watch_create()
        guard descriptor >= 0 else { throw FileProblem(path: "the clock", call: "timerfd_create") }
        watch = try EventLoop.panel.watch(descriptor) { [weak self] _ in
            guard let self else { return }
            // The read fails with ECANCELED, which means that the clock was set. Otherwise the timer's time has come.
            var expirations: UInt64 = 0
            _ = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
            _ = holdfast_clock_watch_arm(descriptor)
            changed()
        }
    }

    /// Stops the watch, and closes its descriptor.
    func stop() {
        watch?.cancel()
        watch = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
