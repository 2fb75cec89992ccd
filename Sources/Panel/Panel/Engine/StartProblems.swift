import Configuration
import EventLoop
import GPIO

/// What is in the way of a panel's start: gathered, so that all of it is reported at once.
@PanelActor
struct StartProblems {
    private let panel: PanelDescription
    /// Lines whose chips are missing, which is no problem; `nil` where it is one.
    private let missing: Set<LineDescription>?
    private var diagnostics: [Diagnostic] = []

    init(_ panel: PanelDescription, missing: Set<LineDescription>? = nil) {
        self.panel = panel
        self.missing = missing
    }

    var isEmpty: Bool { diagnostics.isEmpty }
    var error: ConfigurationError { ConfigurationError(diagnostics: diagnostics) }

    /// Does what may fail for a line; `nil` where it is done for no line in particular.
    ///
    /// - Returns: The error; `nil` where nothing failed.
    @discardableResult
    mutating func attempt(_ line: LineDescription?, _ body: () throws(GPIOError) -> Void) -> GPIOError? {
        do throws(GPIOError) {
            try body()
            return nil
        } catch {
            if !isMissing([line].compactMap(\.self), error) { add(error.description, at: place(of: error, line)) }
            return error
        }
    }

    /// Whether a request of these lines has failed because a chip is missing, or has gone since the lines were looked for.
    func isMissing(_ lines: [LineDescription], _ error: GPIOError) -> Bool {
        guard let missing else { return false }
        if case .chipGone = error { return true }
        return error.isAbsence && lines.contains(where: missing.contains)
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
