/// A day of the week; its number is that of ISO 8601, from Monday, 1, to Sunday, 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The first three letters: `mon`.
    public var text: String {
        switch self {
        case .monday: "mon"
        case .tuesday: "tue"
        case .wednesday: "wed"
        case .thursday: "thu"
        case .friday: "fri"
        case .saturday: "sat"
        case .sunday: "sun"
        }
    }

    /// Reads the first three letters.
    init?(text: some StringProtocol) {
        guard let day = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = day
    }

    /// The day after.
    var next: Weekday { Weekday(rawValue: rawValue + 1) ?? .monday }

    /// The day before.
    public var previous: Weekday { Weekday(rawValue: rawValue - 1) ?? .sunday }
}

/// Some days of the week.
public struct Weekdays: Sendable, Equatable, ExpressibleByArrayLiteral {
    private var bits: UInt8 = 0

    /// These days.
    public init(arrayLiteral days: Weekday...) {
        for day in days { insert(day) }
    }

    /// Reads `mon,wed` or `mon-fri`, also `fri-mon`, and both together; `nil` where a day is none, or there twice.
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

    /// The days as `init(text:)` reads them, each by name.
    public var text: String { days.map(\.text).joined(separator: ",") }

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
