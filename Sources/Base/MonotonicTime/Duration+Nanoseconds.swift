extension Duration {
    /// The duration in whole nanoseconds, rounded towards zero; saturates beyond 292 years.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow2) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflow || overflow2 { return seconds < 0 ? .min : .max }
        return sum
    }
}
