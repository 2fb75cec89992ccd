/// Why somebody cannot be enrolled so.
public enum PersonRefusal: Error, Sendable, Equatable {
    /// The name is empty.
    case emptyName
    /// The name has more than 64 bytes of UTF-8.
    case longName
    /// The name has a slash, or is `.` or `..`.
    case pathName
    /// The name begins or ends with a space.
    case spacedName
    /// The name has characters that are not seen, or are more than a line.
    case controlInName
    /// The name is what the audit trail calls somebody else.
    case reservedName
    /// Dates, days, hours or uses are a guest's alone.
    case validityOfNonGuest
}
