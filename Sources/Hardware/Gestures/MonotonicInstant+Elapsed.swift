import MonotonicTime

extension MonotonicInstant {
    /// The time from `earlier` to here; saturates at 292 years, where `duration(to:)` would wrap.
    func elapsed(since earlier: MonotonicInstant) -> Duration {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return .nanoseconds(overflow ? (nanoseconds < 0 ? .min : .max) : difference)
    }
}
