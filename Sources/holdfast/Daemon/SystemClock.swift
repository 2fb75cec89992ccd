import EventLoop
import Glibc
import Panel
import Store

/// The machine's wall clock, in its time zone (`TZ`, or `/etc/localtime`).
@PanelActor
final class SystemClock: LocalClock {
    var changed: (@PanelActor () -> Void)?

    var milliseconds: Int64? {
        let time = Clocks.now.wall
        return time.isSynchronized ? time.milliseconds : nil
    }

    func offset(at seconds: Int64) -> Int {
        // Somebody may have moved the machine to another zone: localtime_r(3) alone looks at that only once.
        tzset()
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return parts.tm_gmtoff
    }
}
