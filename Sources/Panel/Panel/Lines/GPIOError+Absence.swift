import GPIO

extension GPIOError {
    /// Whether the error means that the line is absent, as it is while its chip is missing.
    var isAbsence: Bool {
        switch self {
        case .noSuchChip, .noChips, .noSuchLine, .offsetOutOfRange, .chipGone: true
        case .ambiguousChip, .ambiguousLine, .severalChips, .busy, .notPermitted, .failed: false
        }
    }

    /// Whether the panel may still drive a line that it failed to make inactive. It does not if the chip has lost power
    /// or another program holds the line.
    var mayLeaveLineDriven: Bool {
        if case .busy = self { return false }
        return !isAbsence
    }
}
