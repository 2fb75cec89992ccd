/// The hours in which a light is less bright.
public struct LightDimming: Sendable, Hashable {
    /// When they begin.
    public var from: TimeOfDay
    /// When they end; on the next day where that is earlier.
    public var until: TimeOfDay
    /// How bright it looks meanwhile, in percents of how it looks otherwise; 1 to 100.
    public var percent: Int

    /// Hours of their parts.
    public init(from: TimeOfDay, until: TimeOfDay, percent: Int) {
        self.from = from
        self.until = until
        self.percent = percent
    }
}
