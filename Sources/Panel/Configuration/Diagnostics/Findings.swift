/// Gathers what is wrong with a file, in any order, and says it in the file's order.
///
/// Words are made of a problem only when it is printed, so a file with ten thousand mistakes does not cost ten thousand
/// searches for the nearest word.
final class Findings {
    /// More errors than this are counted, not printed: whoever has so many mends the first ones first.
    static let limit = 50

    let file: String
    private var found: [(position: SourcePosition, problem: Problem)] = []

    init(file: String) {
        self.file = file
    }

    /// What is to say of a file whose contents do not matter any more.
    convenience init(of problem: Problem, file: String) {
        self.init(file: file)
        add(problem, at: .start(of: file))
    }

    var isEmpty: Bool { found.isEmpty }

    func add(_ problem: Problem, at position: SourcePosition) {
        found.append((position, problem))
    }

    /// The errors in the order of the file; those of one place in the order in which they were found.
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
