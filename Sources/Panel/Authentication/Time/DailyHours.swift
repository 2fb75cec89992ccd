/// A part of each day: from one time to another, which may lie in the day after.
public struct DailyHours: Sendable, Equatable {
    /// Minutes since midnight at which it begins, 0 to 1439.
    public let start: Int
    /// Minutes since midnight at which it is over, 0 to 1440; before `start` where that is in the day after.
    public let end: Int

    /// The hours; `nil` where they are none, or no times of a day.
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

    /// Which day's hours `minutes` is in: this one's, those that began the day before, or none.
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
