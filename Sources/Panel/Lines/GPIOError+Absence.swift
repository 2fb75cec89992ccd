import GPIO

extension GPIOError {
    /// Whether the error says that the line is not there now, as long as its chip is away.
    var isAbsence: Bool {
        switch self {
        case .noSuchChip, .noChips, .noSuchLine, .offsetOutOfRange, .chipGone: true
        case .ambiguousChip, .ambiguousLine, .severalChips, .busy, .notPermitted, .failed: false
        }
    }
}
