import Glibc
import LocalAPI
import MonotonicTime

/// Tells whether the age of what the gateway reads is unknown, because the process was stopped (SIGSTOP, Ctrl-Z).
///
/// The kernel collects bytes for a stopped process, and does not tell for how long: TCP joins the segments that wait, and
/// keeps the time stamp of the newest one. SIGCONT ends a stop, and is pending before the process runs again (signal(7)).
/// A program that uses this type therefore blocks SIGCONT.
///
/// A frozen cgroup gives no SIGCONT. A heartbeat would detect it, and would wake an idle panel for ever.
struct ProcessStops: Sendable {
    private var lastEnd: MonotonicInstant?

    /// Whether a stop has ended whose SIGCONT the program has not read yet. The loop may handle sockets before.
    static var isEndPending: Bool {
        var signals = sigset_t()
        return sigpending(&signals) == 0 && sigismember(&signals, SIGCONT) == 1
    }

    /// Takes note of SIGCONT.
    mutating func ended(at now: MonotonicInstant) { lastEnd = now }

    /// Whether a request that is read at this moment may have waited over a stop.
    ///
    /// - Parameter isEndPending: Whether the program still has to read a SIGCONT.
    func mayHoldBack(at now: MonotonicInstant, isEndPending: Bool = Self.isEndPending) -> Bool {
        isEndPending || lastEnd.map { now < $0.advanced(by: RequestTime.highestAge) } == true
    }
}
