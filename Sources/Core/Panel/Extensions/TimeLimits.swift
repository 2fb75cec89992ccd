import MonotonicTime

/// The time limits of extensions. Developer mode has none, since an extension may wait at a breakpoint (C43: no limits
/// in developer mode).
struct TimeLimits: Sendable {
    let developerMode: Bool

    /// The limit of an intent's performance (C26: 30 s).
    var perform: Duration? { developerMode ? nil : .seconds(30) }
    /// The limit of a provider's value, and of an extension's description (C44: 5 s).
    var value: Duration? { developerMode ? nil : .seconds(5) }
    /// The limit for the user's answer to a confirmation (C24: 10 s).
    let confirmation = Duration.seconds(10)
    /// Whether reloads are limited (C43: at most two runs per 100 ms).
    var joinsReloads: Bool { !developerMode }

    /// The reason of a performance that has exceeded its limit.
    static func words(for limit: Duration) -> String {
        let isWhole = limit.components.attoseconds == 0
        return "not finished within "
            + (isWhole ? "\(limit.components.seconds) s" : "\(limit.nanoseconds / 1_000_000) ms")
    }
}
