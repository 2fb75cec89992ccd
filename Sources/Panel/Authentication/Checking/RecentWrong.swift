/// The last five wrong PINs, by what they are known again by, in memory alone: to repeat one soon tells a guesser nothing,
/// and is what people do who are sure of theirs.
struct RecentWrong: Sendable {
    /// How many are remembered.
    static let capacity = 5
    /// How long repeating one costs nothing, from when it was last counted.
    static let window = Duration.seconds(300)

    /// What a check compares with.
    let key = SecretBytes.random(count: 32)
    private var remembered = (0..<capacity).map { _ in SecretTag.random() }
    private var counted = [BoottimeInstant?](repeating: nil, count: capacity)
    private var next = 0

    var tags: RecentTags { RecentTags(key: key, tags: remembered) }

    /// Whether the one that a check found is to be free.
    func isFree(_ index: Int?, at now: BoottimeInstant) -> Bool {
        guard let index, let time = counted[index] else { return false }
        return now < time.advanced(by: Self.window)
    }

    /// Remembers a wrong PIN that counted; `index` is where it is already.
    mutating func remember(_ tag: SecretTag, known index: Int?, at now: BoottimeInstant) {
        if let index {
            counted[index] = now
            return
        }
        remembered[next] = tag
        counted[next] = now
        next = (next + 1) % Self.capacity
    }
}

/// The wrong PINs that a check compares with, always as many, and the key that their tags are made with.
struct RecentTags: Sendable {
    let key: SecretBytes
    let tags: [SecretTag]
}
