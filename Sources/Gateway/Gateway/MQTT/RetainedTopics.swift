/// The messages that a broker keeps of this panel, so that only changes are published, and what has gone is removed.
struct RetainedTopics<Content: Hashable & Sendable>: Sendable {
    /// The steps from the broker's messages to the present ones.
    struct Changes {
        /// The topics whose content has changed, in the order of the present ones.
        var changed: [(topic: String, content: Content)] = []
        /// The topics whose messages are to be removed.
        var gone: [String] = []
    }

    /// The most topics of an earlier run that are remembered at once; the others wait for the next connection.
    private static var leftLimit: Int { 1_000 }

    private var published: [String: Content] = [:]
    /// The topics of which the broker holds messages that this run has not published.
    private var left: Set<String> = []

    /// The most bytes of such a topic. The panel's own are shorter.
    private static var longestTopic: Int { 1_024 }

    /// Takes note of a message that the broker has kept, perhaps of something that the panel has no more.
    ///
    /// - Returns: Whether it is one that this run has not published.
    mutating func found(_ topic: String) -> Bool {
        guard published[topic] == nil, left.count < Self.leftLimit, topic.utf8.count <= Self.longestTopic else {
            return false
        }
        return left.insert(topic).inserted
    }

    /// Forgets what the broker has: a new connection gets the whole state.
    mutating func forget() { published = [:] }

    /// Forgets what the broker has of one topic.
    mutating func forget(_ topic: String) { published[topic] = nil }

    /// The changes from the broker's messages to these, which it has afterwards.
    mutating func update(to contents: [(topic: String, content: Content)]) -> Changes {
        var changes = Changes()
        for (topic, content) in contents where published[topic] != content {
            published[topic] = content
            changes.changed.append((topic, content))
        }
        changes.gone = left.union(published.keys).subtracting(contents.map(\.topic)).sorted()
        for topic in changes.gone { published[topic] = nil }
        left = []
        return changes
    }
}
