import CSystemd
import EventLoop
import MonotonicTime

/// What systemd is told (`sd_notify(3)`); where it does not ask, nothing happens.
@PanelActor
final class ServiceManager {
    private let scheduler: any Scheduler

    /// However little time the manager allows, pinging it must not keep the processor busy.
    private static let shortestInterval = Duration.milliseconds(1)

    private var watchdog: PanelTimer?

    init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    func ready(status: String) {
        notify("READY=1", status: status)
        startWatchdog()
    }

    func reloading(status: String) {
        // READY=1 ends it; MONOTONIC_USEC is what `Type=notify-reload` wants with it.
        notify("RELOADING=1\nMONOTONIC_USEC=\(scheduler.now.nanoseconds / 1_000)", status: status)
    }

    func stopping() {
        watchdog?.cancel()
        notify("STOPPING=1", status: "Stopping")
    }

    func status(_ status: String) {
        notify("STATUS=\(Self.line(status))")
    }

    /// Pings at half the time that the manager allows, as sd_watchdog_enabled(3) recommends.
    private func startWatchdog() {
        guard watchdog == nil else { return }
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return }
        let interval = max(Duration.microseconds(Int64(clamping: microseconds / 2)), Self.shortestInterval)
        let timer = scheduler.makeTimer { [weak self] in self?.ping(every: interval) }
        watchdog = timer
        ping(every: interval)
    }

    private func ping(every interval: Duration) {
        notify("WATCHDOG=1")
        watchdog?.arm(at: scheduler.now.advanced(by: interval))
    }

    private func notify(_ state: String, status: String) {
        notify("\(state)\nSTATUS=\(Self.line(status))")
    }

    /// A status names who holds a busy line, in the other's words: a line feed in them would begin another assignment.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private func notify(_ state: String) {
        // That the manager cannot be reached is no reason to stop working for those who press buttons.
        _ = sd_notify(0, state)
    }
}
