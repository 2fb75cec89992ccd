/// The lines that a script's run prints: the time since its start, and what happened.
struct Transcript {
    private let write: @Sendable (String) -> Void

    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    func add(_ text: String, at time: Duration) {
        write("\(Self.stamp(time))  \(text)")
    }

    /// `HH:MM:SS.mmm`, with the days before it where there are any. Parts of a millisecond are left out.
    static func stamp(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let days = seconds / 86_400
        let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        let stamp = clock.joined(separator: ":") + "." + padded(attoseconds / 1_000_000_000_000_000, 3)
        return days > 0 ? "\(days)d \(stamp)" : stamp
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
