import Configuration
import EventLoop
import GPIO

/// The problems of a panel's start, collected so that all are reported at once.
@PanelActor
struct StartProblems {
    private let panel: PanelDescription
    /// The lines whose chips are missing, which is no problem; `nil` if it is one.
    private let missing: Set<LineDescription>?
    private var diagnostics: [Diagnostic] = []

    init(_ panel: PanelDescription, missing: Set<LineDescription>? = nil) {
        self.panel = panel
        self.missing = missing
    }

    var isEmpty: Bool { diagnostics.isEmpty }
    var error: ConfigurationError { ConfigurationError(diagnostics: diagnostics) }

    /// Performs an operation and notes its error. `line` is `nil` for an operation without a particular line.
    ///
    /// - Returns: the error; `nil` after a success.
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

    /// Whether a request of these lines failed because a chip is missing or has disappeared since the lines were
    /// located.
    func isMissing(_ lines: [LineDescription], _ error: GPIOError) -> Bool {
        guard let missing else { return false }
        if case .chipGone = error { return true }
        return error.isAbsence && lines.contains(where: missing.contains)
    }

    /// Notes that two names of the file belong to one line.
    mutating func addSameLine(_ line: LineDescription, _ other: LineDescription) {
        add("line '\(line.name)' is the line '\(other.name)', which \(other.position) uses already", at: line.position)
    }

    /// Notes a problem of the panel as a whole.
    mutating func add(_ message: String) {
        add(message, at: start)
    }

    private mutating func add(_ message: String, at position: SourcePosition) {
        let diagnostic = Diagnostic(severity: .error, position: position, message: message)
        // A missing chip affects every line, but is reported once.
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }

    private var start: SourcePosition { SourcePosition(file: panel.file, line: 1, column: 1) }

    /// The position of the line in the file; the board's position if the board is the cause.
    private func place(of error: GPIOError, _ line: LineDescription?) -> SourcePosition {
        let board = panel.boardPosition ?? start
        switch error {
        case .noChips, .notPermitted:
            return board
        case .noSuchChip(let chip, known: _, isBoard: _), .ambiguousChip(let chip, chips: _):
            guard let line, case .place(chip, offset: _) = LineReference(line.name) else { return board }
            return line.position
        case .noSuchLine, .offsetOutOfRange, .ambiguousLine, .severalChips, .busy, .chipGone, .failed:
            return line?.position ?? board
        }
    }
}
