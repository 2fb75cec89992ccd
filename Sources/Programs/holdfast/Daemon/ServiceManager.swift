import CSystemd
import EventLoop
import MonotonicTime
import Panel

/// Notifies systemd of the panel's state (`sd_notify(3)`). If systemd does not ask for notifications, the calls do
/// nothing.
@PanelActor
final class ServiceManager {
    private let scheduler: any Scheduler

    /// The shortest interval between two watchdog pings. Even with a very short timeout, the pings must not keep the
    /// processor busy.
    private static let shortestInterval = Duration.milliseconds(1)

    private var watchdog: PanelTimer?

    /// The panel's name and content, with which each status begins.
    var summary = ""

    init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    func ready(_ faults: [PanelFault]) {
        notify("READY=1", status: text(faults))
        startWatchdog()
    }

    func reloading(status: String) {
        // READY=1 ends the reload. `Type=notify-reload` requires MONOTONIC_USEC with RELOADING=1.
        notify("RELOADING=1\nMONOTONIC_USEC=\(scheduler.now.nanoseconds / 1_000)", status: status)
    }

    func stopping() {
        watchdog?.cancel()
        notify("STOPPING=1", status: "Stopping")
    }

    func status(_ faults: [PanelFault]) {
        notify("STATUS=\(Self.line(text(faults)))")
    }

    private func text(_ faults: [PanelFault]) -> String {
        faults.isEmpty
            ? summary : "\(summary); fault: \(faults.map(\.description).joined(separator: "; "))"
    }

    /// Pings at half of the manager's timeout, as sd_watchdog_enabled(3) recommends.
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

    /// The status on one line. A status may contain the name that another process gave to a busy line. A line feed in
    /// that name would begin another assignment.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private func notify(_ state: String) {
        // The buttons must work even if the service manager cannot be reached, so an error is ignored.
        _ = sd_notify(0, state)
    }
}
