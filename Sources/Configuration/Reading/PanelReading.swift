/// What is gathered while one file is read: its mistakes, and what must be unique or be referred to.
final class PanelReading {
    let findings: Findings
    /// The panel's name, once it has been read and is one.
    var name: String?
    /// The file's controls; `nil` where they are so wrong that no reference to them can be judged.
    var controls: ControlNames?
    private var lines: [(line: LineDescription.Identity, name: String, place: Place, position: SourcePosition)] = []

    init(findings: Findings) {
        self.findings = findings
    }

    /// Remembers that `place` uses a line.
    func use(line name: String, in place: Place, at position: SourcePosition) {
        guard let identity = LineDescription.Identity(name) else { return }
        lines.append((identity, name, place, position))
    }

    /// Reports every line that something earlier in the file uses already.
    func checkLines() {
        var first: [LineDescription.Identity: (place: Place, position: SourcePosition)] = [:]
        for use in lines.sorted(by: { $0.position < $1.position }) {
            if let other = first[use.line] {
                let problem = Problem.lineUsedTwice(use.name, by: use.place, first: other.place, at: other.position)
                findings.add(problem, at: use.position)
            } else {
                first[use.line] = (use.place, use.position)
            }
        }
    }
}
