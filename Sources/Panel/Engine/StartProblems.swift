import Configuration
import EventLoop
import GPIO

/// What is in the way of a panel's start: gathered, so that all of it is reported at once.
@PanelActor
struct StartProblems {
    private let panel: PanelDescription
    private var diagnostics: [Diagnostic] = []

    init(_ panel: PanelDescription) {
        self.panel = panel
    }

    var isEmpty: Bool { diagnostics.isEmpty }
    var error: ConfigurationError { ConfigurationError(diagnostics: diagnostics) }

    /// Does what may fail for a line; `nil` where it is done for no line in particular.
    mutating func attempt(_ line: LineDescription?, _ body: () throws(GPIOError) -> Void) {
        do throws(GPIOError) {
            try body()
        } catch {
            add(error.description, at: place(of: error, line))
        }
    }

    /// A line under another name.
    mutating func addSameLine(_ line: LineDescription, _ other: LineDescription) {
        add("line '\(line.name)' is the line '\(other.name)', which \(other.position) uses already", at: line.position)
    }

    /// What concerns the panel as a whole.
    mutating func add(_ message: String) {
        add(message, at: start)
    }

    private mutating func add(_ message: String, at position: SourcePosition) {
        let diagnostic = Diagnostic(severity: .error, position: position, message: message)
        // That there is no chip is true of every line, and said once.
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }

    private var start: SourcePosition { SourcePosition(file: panel.file, line: 1, column: 1) }

    /// The line, or the board where that is to blame.
    private func place(of error: GPIOError, _ line: LineDescription?) -> SourcePosition {
        let board = panel.boardPosition ?? start
        switch error {
        case .noChips, .notPermitted:
            return board
        case .noSuchChip(let chip, known: _), .ambiguousChip(let chip, chips: _):
            guard let line, case .place(chip, offset: _) = LineReference(line.name) else { return board }
            return line.position
        case .noSuchLine, .offsetOutOfRange, .ambiguousLine, .severalChips, .busy, .chipGone, .failed:
            return line?.position ?? board
        }
    }
}
