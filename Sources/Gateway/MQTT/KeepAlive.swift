import MonotonicTime

/// Decides when a connection has to prove that it is alive: once it has sent or received nothing for the keep-alive time.
///
/// The library pings by its own count of whole seconds, if it is asked then, and ends a connection whose last ping has no
/// answer. A broker ends one that is silent for one and a half times as long (MQTT 5, 3.1.2.10).
struct KeepAlive: Sendable, Hashable {
    private let interval: Duration
    private var lastSent: MonotonicInstant
    private var lastReceived: MonotonicInstant
    /// When the library was last asked.
    private var lastAsked: MonotonicInstant

    /// The library rounds times down to seconds.
    private static let margin = Duration.seconds(1)

    /// Begins with a connection that the broker has just accepted.
    ///
    /// - Parameter interval: The keep-alive time that the broker knows.
    init(_ interval: Duration, at now: MonotonicInstant) {
        self.interval = interval
        (lastSent, lastReceived, lastAsked) = (now, now, now)
    }

    /// The client has sent something.
    mutating func sent(at now: MonotonicInstant) { lastSent = now }

    /// The broker has sent something.
    mutating func received(at now: MonotonicInstant) { lastReceived = now }

    /// When the library is to be asked next.
    var due: MonotonicInstant { max(lastAsked, min(lastSent, lastReceived)).advanced(by: interval + Self.margin) }

    /// Whether to ask the library now. It sends a ping, or finds the last one unanswered.
    mutating func asks(at now: MonotonicInstant) -> Bool {
        guard now >= due else { return false }
        lastAsked = now
        return true
    }
}
