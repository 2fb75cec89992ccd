/// Why a text says no limits of a guest's PIN.
public enum ValidityTextError: Error, Sendable, Equatable {
    /// There is no such limit.
    case unknown(String)
    /// It is there twice.
    case repeated(Validity.Limit)
    /// It has a value that it cannot have.
    case malformed(Validity.Limit, value: String)
    /// The last day lies before the first.
    case endsBeforeItBegins(from: LocalDate, until: LocalDate)
}

extension ValidityTextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknown(let word):
            "there is no limit '\(word)'; there are: \(Validity.Limit.allCases.map(\.rawValue).joined(separator: ", "))"
        case .repeated(let limit): "'\(limit.rawValue)' is there twice"
        case .malformed(let limit, let value): "\(limit.rawValue): '\(value)' is not \(limit.form)"
        case .endsBeforeItBegins(let from, let until): "it ends on \(until.text), before it begins on \(from.text)"
        }
    }
}

extension Validity.Limit {
    /// What it is written as.
    fileprivate var form: String {
        switch self {
        case .from, .until: "a date, as 2026-05-01"
        case .days: "days of the week, as mon,wed or mon-fri"
        case .hours: "hours of the day, as 22:00-06:00"
        case .uses: "a number of times, 1 to \(Validity.mostUses)"
        }
    }
}
