/// The messages that wait for the broker to take earlier ones.
///
/// A retained message replaces an earlier one of its topic: subscribers want the present state. An outbox holds
/// `limit` other messages at most, and drops the oldest.
struct Outbox: Sendable, Hashable {
    /// The most messages that are not retained.
    let limit: Int
    /// How many messages were dropped.
    private(set) var dropped = 0

    private var states: [String: MQTTMessage] = [:]
    /// The topics of `states`, in the order of their first waiting change.
    private var topics: [String] = []
    private var events: [MQTTMessage] = []

    init(limit: Int = 100) { self.limit = limit }

    /// Whether nothing waits.
    var isEmpty: Bool { topics.isEmpty && events.isEmpty }

    mutating func add(_ message: MQTTMessage) {
        guard message.isRetained else {
            events.append(message)
            guard events.count > limit else { return }
            events.removeFirst()
            dropped += 1
            return
        }
        if states.updateValue(message, forKey: message.topic) == nil { topics.append(message.topic) }
    }

    /// Removes the next message: states before events, since an event's subscriber may look at the state.
    mutating func next() -> MQTTMessage? {
        if !topics.isEmpty { return states.removeValue(forKey: topics.removeFirst()) }
        return events.isEmpty ? nil : events.removeFirst()
    }

    /// Removes all messages: after a new connection the publisher gives the whole state again.
    mutating func clear() {
        (states, topics, events) = ([:], [], [])
    }
}
