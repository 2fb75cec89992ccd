/// Some days of the week.
public struct Weekdays: Sendable, Equatable, ExpressibleByArrayLiteral {
    private var bits: UInt8 = 0

    /// These days.
    public init(arrayLiteral days: Weekday...) {
        for day in days { insert(day) }
    }

    /// There is none.
    public var isEmpty: Bool { bits == 0 }

    /// Those there are, from Monday on.
    public var days: [Weekday] { Weekday.allCases.filter(contains) }

    /// Whether `day` is one of them.
    public func contains(_ day: Weekday) -> Bool { bits & Self.bit(day) != 0 }

    /// Adds a day.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    public mutating func insert(_ day: Weekday) -> Bool {
        defer { bits |= Self.bit(day) }
        return !contains(day)
    }

    private static func bit(_ day: Weekday) -> UInt8 { 1 << UInt8(day.rawValue) }
}
