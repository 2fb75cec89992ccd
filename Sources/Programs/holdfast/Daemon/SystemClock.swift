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
