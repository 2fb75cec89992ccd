import GPIO

extension GPIOError {
    /// Whether the error says that the line is not there now, as long as its chip is away.
    var isAbsence: Bool {
        switch self {
        case .noSuchChip, .noChips, .noSuchLine, .offsetOutOfRange, .chipGone: true
        case .ambiguousChip, .ambiguousLine, .severalChips, .busy, .notPermitted, .failed: false
        }
    }

    /// Whether a line that could not be made inactive may still be driven by the panel: not where its chip's power is
    /// gone or somebody else holds it.
    var mayLeaveLineDriven: Bool {
        if case .busy = self { return false }
        return !isAbsence
    }
}
