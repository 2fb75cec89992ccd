import Configuration

/// What people have not been told of yet: so many things in their order, and how many more there were.
struct NoticeQueue {
    /// Something that has happened.
    struct Notice: Hashable {
        let occasion: NotifiedOccasion
        /// What has happened, in a line.
        var words: String
    }

    /// How many wait at most: a panel whose parts come and go by the second has one thing to tell.
    static let capacity = 16

    private var waiting: [Notice] = []
    private var left: [NotifiedOccasion: Int] = [:]

    /// Adds what has happened; beyond the capacity it is only counted.
    mutating func add(_ notice: Notice) {
        if waiting.count < Self.capacity {
            waiting.append(notice)
        } else {
            left[notice.occasion, default: 0] += 1
        }
    }

    /// Puts back what could not be told, before all others.
    mutating func putBack(_ notice: Notice) {
        waiting.insert(notice, at: 0)
    }

    /// Takes the first that can be told; the last of its occasion says how many more there were.
    mutating func takeFirst(where canBeTold: (NotifiedOccasion) -> Bool) -> Notice? {
        guard let index = waiting.firstIndex(where: { canBeTold($0.occasion) }) else { return nil }
        var notice = waiting.remove(at: index)
        if !waiting.contains(where: { $0.occasion == notice.occasion }),
            let more = left.removeValue(forKey: notice.occasion)
        {
            notice.words += " (and \(more) more)"
        }
        return notice
    }
}
