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
