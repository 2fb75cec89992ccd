import Configuration
import GPIO

extension ControlAction {
    /// The line that the action drives.
    var line: LineDescription {
        switch self {
        case .toggleLine(let line), .pulse(let line, duration: _): line
        }
    }
}

extension GPIOError {
    /// Whether the error is about the whole board rather than one of its lines.
    var concernsBoard: Bool {
        switch self {
        case .noSuchChip, .noChips, .ambiguousChip, .notPermitted: true
        case .noSuchLine, .offsetOutOfRange, .ambiguousLine, .severalChips, .busy, .chipGone, .failed: false
        }
    }
}
