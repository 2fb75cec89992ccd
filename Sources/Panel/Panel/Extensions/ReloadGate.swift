import MonotonicTime

/// Decides when a provider is asked, so that a storm of requests costs at most two runs per 100 ms (C43); an extension for
/// its description, likewise.
///
/// ```
///   request ┬ one runs ───────────────────── one more once it has ended, however many ask
///           ├ two began in the last 120 ms ─ one when the earlier of them is 120 ms old
///           └ else ───────────────────────── run
/// ```
struct ReloadGate {
    /// What to do now.
    enum Action: Equatable {
        /// Ask the provider, and call `finished` when it has answered.
        case run
        /// Call `request` again then.
        case wait(until: MonotonicInstant)
        /// A later call will tell.
        case none
    }

    /// The time that two runs share: longer than 100 ms by so much that a second of storm and the run that follows it
    /// come to 20 runs.
    static let window = Duration.milliseconds(120)

    /// Whether the limit holds; it does not while a panel is developed.
    let isLimited: Bool
    /// Whether the provider runs.
    private(set) var isRunning = false
    private var isWantedAgain = false
    /// When the last two runs began, the earlier first.
    private var begun: (MonotonicInstant?, MonotonicInstant?)

    init(isLimited: Bool) {
        self.isLimited = isLimited
    }

    /// Somebody wants the value to be asked for.
    mutating func request(at now: MonotonicInstant) -> Action {
        if isRunning {
            isWantedAgain = true
            return .none
        }
        if isLimited, let earlier = begun.0 {
            let opens = earlier.advanced(by: Self.window)
            if opens > now { return .wait(until: opens) }
        }
        begun = (begun.1, now)
        isRunning = true
        return .run
    }

    /// The provider has answered, or has been given up.
    mutating func finished(at now: MonotonicInstant) -> Action {
        isRunning = false
        guard isWantedAgain else { return .none }
        isWantedAgain = false
        return request(at: now)
    }
}
