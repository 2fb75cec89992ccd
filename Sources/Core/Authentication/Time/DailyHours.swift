/// A part of each day, from a start to an end time; the end may be on the next day.
public struct DailyHours: Sendable, Equatable {
    /// The start, in minutes since midnight, 0 to 1439.
    public let start: Int
    /// The end, in minutes since midnight, 0 to 1440; an end before `start` is on the next day.
    public let end: Int

    /// Creates hours; `nil` where start and end are equal or out of range.
    public init?(start: Int, end: Int) {
        guard (0..<1_440).contains(start), (0...1_440).contains(end), start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Reads `HH:MM-HH:MM`; the day's end is `24:00`.
    public init?(text: some StringProtocol) {
        let times = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard times.count == 2, let start = Self.minutes(times[0]), let end = Self.minutes(times[1]) else { return nil }
        self.init(start: start, end: end)
    }

    private static func minutes(_ text: some Collection<UInt8>) -> Int? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 2, parts[1].count == 2, let hours = DecimalText.number(parts[0]),
            let minutes = DecimalText.number(parts[1]), minutes < 60
        else { return nil }
        return hours * 60 + minutes
    }

    /// The hours as `HH:MM-HH:MM`.
    public var text: String { "\(Self.text(start))-\(Self.text(end))" }

    private static func text(_ minutes: Int) -> String {
        "\(DecimalText.two(minutes / 60)):\(DecimalText.two(minutes % 60))"
    }

    /// The day on which the hours around `minutes` began: this day or the day before; `nil` outside the hours.
    func day(of minutes: Int) -> Day? {
        if start < end { return (start..<end).contains(minutes) ? .same : nil }
        if minutes >= start { return .same }
        return minutes < end ? .before : nil
    }

    /// The day on which hours began.
    enum Day {
        case same, before
    }
}
