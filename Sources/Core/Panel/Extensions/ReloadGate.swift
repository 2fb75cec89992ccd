import MonotonicTime

/// Decides when a provider is asked, so that a storm of requests costs at most two runs per 100 ms (C43: reloads are
/// limited). The same limit holds for an extension's description.
///
/// ```
///   request ┬ one runs ───────────────────── one more once it has ended, however many ask
///           ├ two began in the last 120 ms ─ one when the earlier of them is 120 ms old
///           └ else ───────────────────────── run
/// ```
struct ReloadGate {
    /// The caller's next step.
    enum Action: Equatable {
        /// Ask the provider, and call `finished` after its reply.
        case run
        /// Call `request` again at this instant.
        case wait(until: MonotonicInstant)
        /// Do nothing; a later call returns the next step.
        case none
    }

    /// The time in which at most two runs begin. The margin over 100 ms keeps a one-second storm, including the run
    /// after it, to 20 runs.
    static let window = Duration.milliseconds(120)

    /// Whether the limit is in force; it is off in developer mode.
    let isLimited: Bool
    /// Whether the provider is running.
    private(set) var isRunning = false
    private var isWantedAgain = false
    /// When the last two runs began, the earlier one first.
    private var begun: (MonotonicInstant?, MonotonicInstant?)

    init(isLimited: Bool) {
        self.isLimited = isLimited
    }

    /// Requests a run.
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

    /// Ends a run, after the provider's reply or a time-out.
    mutating func finished(at now: MonotonicInstant) -> Action {
        isRunning = false
        guard isWantedAgain else { return .none }
        isWantedAgain = false
        return request(at: now)
    }
}
