public import FoundationEssentials

extension Text {
    /// How a moment is written.
    public enum DateStyle: Hashable, Sendable {
        /// The time of day.
        case time
        /// The day.
        case date
        /// How far it is away.
        case relative
        /// How far it is away, with a sign.
        case offset
        /// The time until or since.
        case timer
    }

    /// A moment. Nothing here keeps it up to date, so it is written as it is, in ISO 8601.
    public init(_ date: Date, style: DateStyle) {
        self.init(verbatim: date.formatted(.iso8601))
    }

    /// A stretch of time. Nothing here keeps it up to date, so its end is written, in ISO 8601.
    public init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
        self.init(verbatim: timerInterval.upperBound.formatted(.iso8601))
    }

    /// A value in a format.
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
        self.init(verbatim: format.format(input))
    }
}
