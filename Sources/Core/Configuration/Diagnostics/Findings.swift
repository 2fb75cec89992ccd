/// Collects the problems of a file in any order, and reports them in the order of the file.
///
/// The text of a problem is made only when it is printed. A file with ten thousand mistakes therefore does not cost ten
/// thousand searches for the nearest word.
final class Findings {
    /// The maximum number of printed errors. Further errors are only counted, since the author of the file fixes the
    /// first ones first.
    static let limit = 50

    let file: String
    private var found: [(position: SourcePosition, problem: PanelFileProblem)] = []

    init(file: String) {
        self.file = file
    }

    /// The findings for a file whose contents do not matter any more.
    convenience init(of problem: PanelFileProblem, file: String) {
        self.init(file: file)
        add(problem, at: .start(of: file))
    }

    var isEmpty: Bool { found.isEmpty }

    func add(_ problem: PanelFileProblem, at position: SourcePosition) {
        found.append((position, problem))
    }

    /// The errors in the order of the file; errors at one position stay in the order in which they were found.
    var error: ConfigurationError {
        let sorted = found.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
        var diagnostics = sorted.prefix(Self.limit).map { _, finding in
            Diagnostic(severity: .error, position: finding.position, message: finding.problem.text)
        }
        if let next = sorted.dropFirst(Self.limit).first?.element {
            let message = "the file has \(sorted.count - Self.limit) more errors from here on, which are not printed"
            diagnostics.append(Diagnostic(severity: .note, position: next.position, message: message))
        }
        return ConfigurationError(diagnostics: diagnostics)
    }
}
