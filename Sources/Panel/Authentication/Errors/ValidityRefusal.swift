/// Why a guest's PIN does not open now.
public enum ValidityRefusal: Error, Sendable, Equatable {
    /// Its first day is to come.
    case notYet
    /// Its last day was before.
    case over
    /// Not on this day of the week.
    case otherDay
    /// Not at this hour.
    case otherHour
    /// It was used as often as it may be.
    case usedUp
    /// It goes by the wall clock, which has not been set since boot.
    case clockNotSet
}
