/// A point on the kernel's `CLOCK_MONOTONIC`, or on the virtual clock of a simulation, which starts at zero.
///
/// The kernel stamps GPIO edges with this clock, so gestures, timers and edges compare without conversion. Steps of the
/// wall clock do not move it. Resolution: 1 ns; range: 292 years.
public struct MonotonicInstant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the clock's start (boot, or the beginning of the simulation).
    public var nanoseconds: Int64

    /// The instant `nanoseconds` after the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's start.
    public static let zero = MonotonicInstant(nanoseconds: 0)

    /// An instant no timer ever reaches.
    public static let distantFuture = MonotonicInstant(nanoseconds: .max)

    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant `duration` later; saturates at `distantFuture`.
    public func advanced(by duration: Duration) -> MonotonicInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return MonotonicInstant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from here to `other`, negative if `other` is earlier; exact over the whole range.
    public func duration(to other: MonotonicInstant) -> Duration {
        // `Duration` holds 128 bits, so this cannot overflow as the difference of two `Int64` can.
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded towards zero; saturates beyond 292 years.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow2) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflow || overflow2 { return seconds < 0 ? .min : .max }
        return sum
    }
}

extension Duration {
    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
        ("ms", 1_000_000),
    ]

    /// 100 years of 366 days, in ns.
    private static let longestText: UInt64 = 100 * 366 * 86_400_000_000_000

    /// Reads a duration as people write it in a panel's file: a whole or decimal number and one of `ms`, `s`, `m`, `h`,
    /// `d`, without a space: `500ms`, `1.5s`, `2h`. Parts of a nanosecond are rounded.
    ///
    /// - Returns: `nil` where `text` is anything else, negative, or beyond 100 years of 366 days.
    public init?(text: some StringProtocol) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = Self.units.first(where: { $0.name == text[number.endIndex...] }) else { return nil }
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = UInt64(parts[0]) else { return nil }
        // In integers: a `Double` would lose nanoseconds beyond 104 days, and round trips with them.
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
        guard !overflow, product <= Self.longestText else { return nil }
        var total = product
        if parts.count > 1 {
            let digits = parts[1].prefix(18)
            guard let fraction = UInt64(digits), !parts[1].contains(".") else { return nil }
            let scale = digits.reduce(into: UInt64(1)) { scale, _ in scale *= 10 }
            let (quotient, remainder) = scale.dividingFullWidth(fraction.multipliedFullWidth(by: unit.nanoseconds))
            total += quotient + (remainder >= scale - remainder ? 1 : 0)
        }
        guard total <= Self.longestText else { return nil }
        self = .nanoseconds(Int64(total))
    }

    /// The duration as `init(text:)` reads it, in the largest unit that divides it: `500ms`, `90s`, `2h`. Parts of a
    /// millisecond are written as a decimal number of milliseconds; parts of a nanosecond are left out.
    public var text: String {
        let total = nanoseconds
        let size = total.magnitude
        let sign = total < 0 ? "-" : ""
        guard size > 0 else { return "0s" }
        if let unit = Self.units.first(where: { size.isMultiple(of: $0.nanoseconds) }) {
            return "\(sign)\(size / unit.nanoseconds)\(unit.name)"
        }
        var fraction = String(size % 1_000_000)
        fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(size / 1_000_000).\(fraction)ms"
    }
}
