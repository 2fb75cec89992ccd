import ControlModel
import LocalAPI

/// Makes text from other processes safe to show: one line, no control characters, limited length.
enum ShownText {
    /// The most Unicode scalars of a text without another limit.
    private static let limit = 500

    static func line(_ text: String) -> String { line(text, limit: limit) }

    static func line(_ text: String, limit: Int) -> String {
        // Fast path: nearly every text is short printable ASCII.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 < 0x80 }) { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            // Bidirectional marks could make one control look like another.
            case .format where scalar.properties.isBidiControl: continue
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// The text without its invisible characters: texts that look alike are equal. Some languages need these characters
    /// within words, so that no text is refused for them.
    static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format }))
    }

    /// The evaluation with all its texts made safe; `nil` for an evaluation of another kind.
    static func evaluation(_ evaluation: ControlEvaluation, kind: String) -> ControlEvaluation? {
        guard evaluation.control.kind == kind, evaluation.running.kind == kind else { return nil }
        var evaluation = evaluation
        make(&evaluation.control)
        make(&evaluation.running)
        evaluation.running.isRunning = true
        return evaluation
    }

    /// The opened target with its names made safe.
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
        // Only the panel itself redacts snapshots; an extension's redacted snapshot would look locked.
        snapshot.isRedacted = false
    }
}
