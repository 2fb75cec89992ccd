/// A day of the week, with its number in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The first three letters, as in `mon`.
    public var text: String { ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][rawValue - 1] }

    /// Reads the first three letters.
    init?(text: some StringProtocol) {
        guard let day = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = day
    }

    /// The next day.
    var next: Weekday { Weekday(rawValue: rawValue + 1) ?? .monday }

    /// The previous day.
    public var previous: Weekday { Weekday(rawValue: rawValue - 1) ?? .sunday }
}

/// A set of days of the week.
public struct Weekdays: Sendable, Equatable, ExpressibleByArrayLiteral {
    private var bits: UInt8 = 0

    /// Creates a set of these days.
    public init(arrayLiteral days: Weekday...) {
        for day in days { insert(day) }
    }

    /// Reads `mon,wed`, `mon-fri`, also `fri-mon`, and combinations; `nil` where a day is unknown or occurs twice.
    public init?(text: some StringProtocol) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Weekday(text: $0) }
            guard ends.count <= 2, case var day?? = ends.first, case let last?? = ends.last else { return nil }
            guard insert(day) else { return nil }
            while day != last {
                day = day.next
                guard insert(day) else { return nil }
            }
        }
    }

    /// The days in the format of `init(text:)`, each by name.
    public var text: String { days.map(\.text).joined(separator: ",") }

    /// Whether the set is empty.
    public var isEmpty: Bool { bits == 0 }

    /// The days of the set, from Monday on.
    public var days: [Weekday] { Weekday.allCases.filter(contains) }

    /// Whether `day` is in the set.
    public func contains(_ day: Weekday) -> Bool { bits & Self.bit(day) != 0 }

    /// Adds a day.
    ///
    /// - Returns: whether the day is new.
    @discardableResult
    public mutating func insert(_ day: Weekday) -> Bool {
        defer { bits |= Self.bit(day) }
        return !contains(day)
    }

    private static func bit(_ day: Weekday) -> UInt8 { 1 << UInt8(day.rawValue) }
}
