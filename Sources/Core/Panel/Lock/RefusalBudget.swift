/// Limits how many refusals of one source are written to the audit trail. Repeated refusals must neither push older
/// entries out of the trail nor wear out the card.
struct RefusalBudget {
    /// The most refusals written in a burst.
    static let capacity = 30
    /// The time to regain one refusal, in nanoseconds of `CLOCK_BOOTTIME`. At this rate the 10,000 entries of a trail
    /// last a week.
    static let interval: Int64 = 60_000_000_000

    private var left = capacity
    private var regainBegan: Int64 = 0
    private var omitted = 0

    /// Takes one refusal at the moment `now`, in nanoseconds of `CLOCK_BOOTTIME`.
    ///
    /// - Returns: how many refusals were omitted since the last written one; `nil` if this one is to be omitted too.
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
