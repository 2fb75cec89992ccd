import ControlModel
import LocalAPI

/// Makes what another process says fit to be shown: one line, no control characters, not endless.
enum ShownText {
    /// The most characters of one text, where no other limit is given.
    private static let limit = 500

    static func line(_ text: String) -> String { line(text, limit: limit) }

    static func line(_ text: String, limit: Int) -> String {
        // Nearly every text is fine as it is.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 < 0x80 }) { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            // Marks that turn the writing direction could make a control look like another one.
            case .format where scalar.properties.isBidiControl: continue
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// The evaluation with each of its texts so; `nil` where it is one of another kind.
    static func evaluation(_ evaluation: ControlEvaluation, kind: String) -> ControlEvaluation? {
        guard evaluation.control.kind == kind, evaluation.running.kind == kind else { return nil }
        var evaluation = evaluation
        make(&evaluation.control)
        make(&evaluation.running)
        evaluation.running.isRunning = true
        return evaluation
    }

    /// What is opened, with its names so.
    static func target(_ target: OpenTarget) -> OpenTarget {
        OpenTarget(
            type: line(target.type), typeName: line(target.typeName), value: target.value, title: line(target.title))
    }

    private static func make(_ snapshot: inout ControlSnapshot) {
        snapshot.displayName = line(snapshot.displayName)
        snapshot.controlDescription = snapshot.controlDescription.map(line)
        snapshot.title = line(snapshot.title)
        snapshot.valueText = snapshot.valueText.map(line)
        snapshot.hint = line(snapshot.hint)
        snapshot.status = snapshot.status.map(line)
        snapshot.failure = snapshot.failure.map(line)
        // What is left out is the panel's to say: it would pass for locked otherwise.
        snapshot.isRedacted = false
    }
}
