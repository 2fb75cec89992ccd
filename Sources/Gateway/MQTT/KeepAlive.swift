import MonotonicTime

/// Decides when a connection sends a ping (PINGREQ): once it has sent or received nothing for the keep-alive time.
///
/// A connection whose ping has no answer for as long again is dead. A broker ends a connection that is silent for one and a
/// half times the keep-alive time (MQTT 5, 3.1.2.10).
struct KeepAlive: Sendable, Hashable {
    /// The next step of a connection.
    enum Step: Sendable, Hashable {
        /// Nothing is due.
        case rest
        /// Send a ping, which the broker answers.
        case ping
        /// The last ping has no answer.
        case dead
    }

    private let interval: Duration
    private var lastSent: MonotonicInstant
    private var lastReceived: MonotonicInstant
    /// When the last ping was sent.
    private var lastPing: MonotonicInstant
    /// Whether something has come since then.
    private var isAnswered = true

    /// Begins with a connection that the broker has just accepted.
    ///
    /// - Parameter interval: The keep-alive time that the broker knows.
    init(_ interval: Duration, at now: MonotonicInstant) {
        self.interval = interval
        (lastSent, lastReceived, lastPing) = (now, now, now)
    }

    /// The client has sent something.
    mutating func sent(at now: MonotonicInstant) { lastSent = now }

    /// The broker has sent something.
    mutating func received(at now: MonotonicInstant) { (lastReceived, isAnswered) = (now, true) }

    /// The time of the next step.
    var due: MonotonicInstant { max(lastPing, min(lastSent, lastReceived)).advanced(by: interval) }

    /// The step at a time.
    mutating func next(at now: MonotonicInstant) -> Step {
        guard now >= due else { return .rest }
        guard isAnswered else { return .dead }
        (lastPing, isAnswered) = (now, false)
        return .ping
    }
}
