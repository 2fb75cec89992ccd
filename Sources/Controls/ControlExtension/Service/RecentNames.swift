/// The last names that were given: enough to notice one that comes twice, and no more memory with the years.
struct RecentNames {
    private let capacity: Int
    private var known: Set<String> = []
    /// In the order in which they came; once full, the oldest is at `next`.
    private var names: [String] = []
    private var next = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// - Returns: Whether the name is new.
    mutating func insert(_ name: String) -> Bool {
        guard known.insert(name).inserted else { return false }
        if names.count < capacity {
            names.append(name)
        } else {
            known.remove(names[next])
            names[next] = name
            next = (next + 1) % capacity
        }
        return true
    }
}
