/// What people have not been told of yet on one occasion: so many lines in their order, and how many more there were.
struct NoticeQueue {
    /// How many wait at most: a panel whose parts come and go by the second has one thing to tell.
    static let capacity = 16

    private var waiting: [String] = []
    private var left = 0

    /// Adds what has happened, in a line; beyond the capacity it is only counted.
    mutating func add(_ words: String) {
        if waiting.count < Self.capacity {
            waiting.append(words)
        } else {
            left += 1
        }
    }

    /// Puts back what could not be told, before all others.
    mutating func putBack(_ words: String) {
        waiting.insert(words, at: 0)
    }

    /// Takes the first; the last says how many more there were.
    mutating func takeFirst() -> String? {
        guard !waiting.isEmpty else { return nil }
        let words = waiting.removeFirst()
        guard waiting.isEmpty, left > 0 else { return words }
        defer { left = 0 }
        return "\(words) (and \(left) more)"
    }
}
