/// What the wall clock says where the panel is, with whether it can be trusted. Who has the clock reads it.
public struct LocalMoment: Sendable, Equatable {
    /// The day.
    public let date: LocalDate
    /// The day's name.
    public let weekday: Weekday
    /// Minutes since midnight, 0 to 1439.
    public let minutes: Int
    /// The clock has been set from a time source since boot.
    public let isSynchronized: Bool

    /// A moment; `minutes` beyond a day count as its last.
    public init(date: LocalDate, weekday: Weekday, minutes: Int, isSynchronized: Bool) {
        self.date = date
        self.weekday = weekday
        self.minutes = min(max(minutes, 0), 1_439)
        self.isSynchronized = isSynchronized
    }
}
