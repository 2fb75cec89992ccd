import MonotonicTime

/// What a rhythm has at one moment, and where it is going.
public struct LightMoment: Sendable, Hashable {
    /// How bright it is now, from 0 (dark) to 1.
    public var level: Double
    /// How bright it will be at the end of this stretch; the same, where it does not change meanwhile.
    public var target: Double
    /// How long this stretch lasts still; `nil` is for ever.
    public var remaining: Duration?

    /// A moment of its parts.
    public init(level: Double, target: Double, remaining: Duration?) {
        (self.level, self.target, self.remaining) = (level, target, remaining)
    }

    /// The level as a light shows it that has so many, all of one distance, besides dark.
    ///
    /// - Parameter levels: at least 1.
    public func level(of levels: Int) -> Double { (level * Double(levels)).rounded() / Double(levels) }

    /// How long it may take until such a light shows another level. While it changes by and by, that is no less than a frame,
    /// be it beyond this stretch's end.
    ///
    /// - Parameter levels: at least 1.
    public func change(of levels: Int) -> Duration? {
        guard let remaining, level != target else { return remaining }
        let shown = level(of: levels) * Double(levels)
        // Halfway to the next level it is nearer to that one.
        let next = (shown + (target > level ? 0.5 : -0.5)) / Double(levels)
        let share = (next - level) / (target - level)
        // Beyond the boundary, not on it.
        let crossing =
            share < 1
            ? Duration.nanoseconds(Int64((Double(remaining.nanoseconds) * share).rounded(.up)) + 1) : remaining
        return max(Self.frame, min(remaining, crossing))
    }

    /// What is no less than a 60th of a second.
    private static let frame = Duration.nanoseconds(16_666_667)
}
