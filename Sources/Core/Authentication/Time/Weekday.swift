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

    var next: Weekday { Weekday(rawValue: rawValue + 1) ?? .monday }

    public var previous: Weekday { Weekday(rawValue: rawValue - 1) ?? .sunday }
}

/// A set of days of the week.
extension Set<Weekday> {
    /// Reads `mon,wed`, `mon-fri`, also `fri-mon`, and combinations; `nil` where a day is unknown or occurs twice.
    init?(text: some StringProtocol) {
        self.init()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Weekday(text: $0) }
            guard ends.count <= 2, case var day?? = ends.first, case let last?? = ends.last else { return nil }
            guard insert(day).inserted else { return nil }
            while day != last {
                day = day.next
                guard insert(day).inserted else { return nil }
            }
        }
    }

    /// The days in the format of `init(text:)`, each by name, from Monday on.
    var text: String { Weekday.allCases.filter(contains).map(\.text).joined(separator: ",") }
}
