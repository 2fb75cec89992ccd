/// The tags of the last five wrong PINs, in memory only.
///
/// A user who is sure of a PIN soon repeats it. A repeat tells an attacker nothing, so it is free.
struct RecentWrong: Sendable {
    /// The number of remembered PINs.
    static let capacity = 5
    /// The time during which a repeat is free, from the last attempt that counted.
    static let window = Duration.seconds(300)

    /// The key of the remembered tags.
    let key = SecretBytes.random(count: 32)
    /// The remembered tags, always the same number: random ones stand for PINs that were not typed.
    private(set) var tags = (0..<capacity).map { _ in SecretTag.random() }
    private var counted = [BoottimeInstant?](repeating: nil, count: capacity)
    private var next = 0

    /// Whether a repeat of the remembered PIN at `index` is free; `false` where `index` is `nil`.
    func isFree(_ index: Int?, at now: BoottimeInstant) -> Bool {
        guard let index, let time = counted[index] else { return false }
        return now < time.advanced(by: Self.window)
    }

    /// Remembers a wrong PIN that counted; `index` is the PIN's present position, if it is already remembered.
    mutating func remember(_ tag: SecretTag, known index: Int?, at now: BoottimeInstant) {
        if let index {
            counted[index] = now
            return
        }
        tags[next] = tag
        counted[next] = now
        next = (next + 1) % Self.capacity
    }
}
