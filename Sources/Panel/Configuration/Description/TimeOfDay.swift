/// A time of day by the clock on the wall.
public struct TimeOfDay: Sendable, Hashable, CustomStringConvertible {
    /// Minutes after midnight, 0 to 1439.
    public var minute: Int

    /// Reads hours and minutes of two digits each, from `00:00` to `23:59`; `nil` where `text` is anything else.
    public init?(text: String) {
        let bytes = Array(text.utf8)
        let zero = UInt8(ascii: "0")
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            [bytes[0], bytes[1], bytes[3], bytes[4]].allSatisfy({ (zero...zero + 9).contains($0) })
        else { return nil }
        let digits = bytes.map { Int($0) - Int(zero) }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
        guard hour < 24, minute < 60 else { return nil }
        self.minute = hour * 60 + minute
    }

    /// As `init(text:)` reads it.
    public var description: String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
