/// The pending notifications of one occasion: a bounded number of lines in order, and the count of further ones.
struct NoticeQueue {
    /// The most lines that wait. A panel whose parts fail every second produces more lines than a user would read.
    static let capacity = 16

    private var waiting: [String] = []
    private var left = 0

    /// Adds a line; beyond the capacity the line is only counted.
    mutating func add(_ words: String) {
        if waiting.count < Self.capacity {
            waiting.append(words)
        } else {
            left += 1
        }
    }

    /// Puts a line back at the front after a failed notification.
    mutating func putBack(_ words: String) {
        waiting.insert(words, at: 0)
    }

    /// Removes and returns the first line; the last line includes the count of omitted ones.
    mutating func takeFirst() -> String? {
        guard !waiting.isEmpty else { return nil }
        let words = waiting.removeFirst()
        guard waiting.isEmpty, left > 0 else { return words }
        defer { left = 0 }
        return "\(words) (and \(left) more)"
    }
}
