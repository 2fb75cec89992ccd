import MonotonicTime

/// How a text that is too long goes past: it rests at its beginning, moves by a column a step, rests at its end, begins
/// again; after a few passes it stays at its beginning, so that nobody is woken for it any more.
struct DisplayScroll: Sendable, Hashable {
    /// How many columns are left of what is seen.
    let offset: Int
    /// How long until that changes; `nil` where it does no more.
    let next: Duration?

    /// How long it rests at its beginning.
    static let restAtStart = Duration.milliseconds(800)
    /// How long a step takes. Liquid crystals are slow: in less, they show neither the old nor the new.
    static let step = Duration.milliseconds(150)
    /// How long it rests at its end.
    static let restAtEnd = Duration.milliseconds(1_500)
    /// How often it goes past.
    static let passes = 3

    /// - Parameters:
    ///   - excess: How many columns there are more than can be seen.
    ///   - age: How long the text has been there.
    init(excess: Int, after age: Duration) {
        guard excess > 0 else {
            (offset, next) = (0, nil)
            return
        }
        let motion = Self.step * (excess - 1)
        let pass = Self.restAtStart + motion + Self.restAtEnd
        let number = age.nanoseconds / pass.nanoseconds
        guard number < Self.passes else {
            (offset, next) = (0, nil)
            return
        }
        let time = Duration.nanoseconds(age.nanoseconds % pass.nanoseconds)
        guard time >= Self.restAtStart else {
            (offset, next) = (0, Self.restAtStart - time)
            return
        }
        let moved = min(Int((time - Self.restAtStart).nanoseconds / Self.step.nanoseconds) + 1, excess)
        offset = moved
        next = (moved == excess ? pass : Self.restAtStart + Self.step * moved) - time
    }
}
