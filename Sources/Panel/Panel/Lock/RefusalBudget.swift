/// How many refusals of one source are written down: who is refused again and again shall neither push out of the trail
/// what came before, nor wear the card.
struct RefusalBudget {
    /// So many at once.
    static let capacity = 30
    /// How long it takes to regain one of them, in nanoseconds of `CLOCK_BOOTTIME`: the 10,000 entries of a trail are a week's.
    static let interval: Int64 = 60_000_000_000

    private var left = capacity
    private var regainBegan: Int64 = 0
    private var omitted = 0

    /// Takes one at the moment `now`, in nanoseconds of `CLOCK_BOOTTIME`.
    ///
    /// - Returns: how many were left out before it; `nil` where it is to be left out too.
    mutating func take(at now: Int64) -> Int? {
        let regained = max(now - regainBegan, 0) / Self.interval
        if Int64(left) + regained >= Int64(Self.capacity) {
            (left, regainBegan) = (Self.capacity, now)
        } else {
            left += Int(regained)
            regainBegan += regained * Self.interval
        }
        guard left > 0 else {
            omitted += 1
            return nil
        }
        left -= 1
        defer { omitted = 0 }
        return omitted
    }
}
