import MonotonicTime

/// Decides with which version of MQTT a client tries next, and when.
///
/// A client begins with MQTT 5, and takes 3.1.1 where a broker does not know 5: such a broker refuses, answers what MQTT 5
/// does not allow, or ends the connection without an answer.
struct ConnectionPlan: Sendable, Hashable {
    /// The versions of the protocol.
    enum Version: Sendable, Hashable {
        case v5, v311
    }

    /// How a connection, or the attempt to make one, ended.
    enum Ending: Sendable, Hashable {
        /// Before the broker was reached, by its refusal, before it has served the client, or by what is no MQTT.
        case failed
        /// The broker does not seem to speak this version.
        case notUnderstood
        /// After the broker had accepted the client, and had answered its subscriptions.
        case lost
    }

    /// The version of the next attempt.
    private(set) var version = Version.v5
    private var delay: RetryDelay
    /// Whether the present version is the second one tried since the last success.
    private var isFallback = false

    init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        delay = RetryDelay(first: first, longest: longest)
    }

    /// The broker has accepted the client. The delays start again at the first only after the broker has also served the
    /// client: each connection costs both programs the panel's whole state.
    mutating func accepted() { isFallback = false }

    /// Returns the time until the next attempt: with jitter, so that the clients of a broker that returns do not come all
    /// at once. It is zero for the first attempt with the other version.
    ///
    /// - Parameter random: 0 to 1.
    mutating func next(after ending: Ending, random: Double) -> Duration {
        switch ending {
        case .failed: break
        case .lost: delay.reset()
        case .notUnderstood:
            version = version == .v5 ? .v311 : .v5
            isFallback.toggle()
            if isFallback { return .zero }
        }
        return delay.next() * (0.5 + random / 2)
    }
}
