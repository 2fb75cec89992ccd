import ControlModel
import LocalAPI

/// Makes text from other processes safe to show: one line, no control characters, limited length.
///
/// Each text of an extension passes through here once, where the panel receives the text. Values stay as they are: they
/// are data, and return to the extension.
enum ShownText {
    /// The most Unicode scalars of a sentence.
    private static let limit = 500
    /// The most Unicode scalars of a name that stands in a list or a form, such as a parameter's or a choice's.
    private static let nameLimit = 100

    static func line(_ text: String) -> String { line(text, limit: limit) }

    /// The text in one line. A longer text ends with `…` after a whole character.
    static func line(_ text: String, limit: Int) -> String {
        // Fast path: nearly every text is short printable ASCII.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 < 0x80 }) { return text }
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex) ?? scalars.endIndex
        var line = String.UnicodeScalarView()
        for scalar in scalars[..<end] {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            // Bidirectional marks could make one control look like another.
            case .format where scalar.properties.isBidiControl: continue
            default: line.append(scalar)
            }
        }
        guard end < scalars.endIndex else { return String(line) }
        // The last character may continue behind the limit.
        return String(String(line).dropLast()) + "…"
    }

    /// The text without its invisible characters: texts that look alike are equal. Some languages need these characters
    /// within words, so that no text is refused for them.
    static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format }))
    }

    private static func name(_ text: String) -> String { line(text, limit: nameLimit) }

    /// The evaluation with all its texts made safe; `nil` for an evaluation of another kind.
    static func evaluation(_ evaluation: ControlEvaluation, kind: String) -> ControlEvaluation? {
        guard evaluation.control.kind == kind, evaluation.running.kind == kind else { return nil }
        var evaluation = evaluation
        make(&evaluation.control)
        make(&evaluation.running)
        evaluation.running.isRunning = true
        // The words of the intent and of its questions belong to both.
        let privacy = evaluation.control.privacy.union(evaluation.running.privacy)
        (evaluation.control.privacy, evaluation.running.privacy) = (privacy, privacy)
        evaluation.intent = evaluation.intent.map(intent)
        return evaluation
    }

    /// The intent with its texts made safe. Its type and its parameters' names are checked instead (`nameObjection`).
    static func intent(_ intent: IntentReference) -> IntentReference {
        var intent = intent
        intent.title = name(intent.title)
        intent.description = intent.description.map(line)
        intent.parameters = intent.parameters.map(parameter)
        intent.opens = intent.opens.map(target)
        return intent
    }

    /// The parameter with its texts made safe.
    static func parameter(_ parameter: IntentParameterInfo) -> IntentParameterInfo {
        IntentParameterInfo(
            name: parameter.name, title: name(parameter.title), description: parameter.description.map(line),
            type: parameter.type, isRequired: parameter.isRequired, value: parameter.value,
            choices: parameter.choices.map(choices), suggestions: parameter.suggestions)
    }

    /// The choices with their texts made safe.
    static func choices(_ choices: [IntentChoice]) -> [IntentChoice] {
        choices.map { choice in
            IntentChoice(
                value: choice.value, title: name(choice.title), subtitle: choice.subtitle.map(name),
                symbol: choice.symbol.map(symbol), section: choice.section.map(name))
        }
    }

    /// The question for a value with its texts made safe.
    static func request(_ request: IntentParameterRequest) -> IntentParameterRequest {
        IntentParameterRequest(
            intent: name(request.intent), parameter: name(request.parameter), title: name(request.title),
            dialog: request.dialog.map(line), choices: request.choices.map(choices))
    }

    /// The opened target with its names made safe.
    static func target(_ target: OpenTarget) -> OpenTarget {
        OpenTarget(
            type: line(target.type), typeName: line(target.typeName), value: target.value, title: line(target.title))
    }

    private static func symbol(_ symbol: ControlSnapshot.Symbol) -> ControlSnapshot.Symbol {
        switch symbol {
        case .system(let text): .system(name(text))
        case .custom(let text): .custom(name(text))
        }
    }

    private static func make(_ snapshot: inout ControlSnapshot) {
        snapshot.displayName = line(snapshot.displayName)
        snapshot.controlDescription = snapshot.controlDescription.map(line)
        snapshot.title = line(snapshot.title)
        snapshot.symbol = snapshot.symbol.map(symbol)
        snapshot.valueText = snapshot.valueText.map(line)
        snapshot.hint = line(snapshot.hint)
        snapshot.status = snapshot.status.map(line)
        snapshot.failure = snapshot.failure.map(line)
        // Only the panel itself redacts snapshots; an extension's redacted snapshot would look locked.
        snapshot.isRedacted = false
    }
}

extension ControlSnapshot.Privacy {
    /// The parts that are private in one of two appearances of a control.
    fileprivate func union(_ other: ControlSnapshot.Privacy) -> ControlSnapshot.Privacy {
        ControlSnapshot.Privacy(
            state: state || other.state, label: label || other.label, valueLabel: valueLabel || other.valueLabel)
    }
}
