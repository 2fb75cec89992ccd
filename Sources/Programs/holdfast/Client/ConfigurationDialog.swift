import ControlModel
import Glibc
import LocalAPI
import ProgramSupport

/// Asks the user at a terminal for the configuration of a control that is being placed (P4:
/// `promptsForUserConfiguration`).
enum ConfigurationDialog {
    /// The user has ended the input before the last question.
    struct Cancelled: Error, CustomStringConvertible {
        var description: String { "nothing was placed" }
    }

    /// Whether a user can answer: standard input and output are a terminal.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// The values that the user gives for a control. A parameter that keeps its default has none.
    ///
    /// - Parameter suggestions: Returns possible values of a parameter whose choices are not known, for the values of
    ///   the parameters that the suggestions depend on.
    /// - Throws: `Cancelled`.
    static func ask(
        about control: GalleryControl,
        suggestions: (_ parameter: String, _ given: [String: IntentValue]) -> [IntentChoice]
    ) throws(Cancelled) -> [String: IntentValue] {
        let description = control.snapshot.controlDescription.map { ": \($0)" } ?? ""
        Output.print("\(control.snapshot.displayName)\(description)".onOneLine)
        var values: [String: IntentValue] = [:]
        for parameter in control.parameters {
            let needed = control.parameters.filter { parameter.suggestions?.dependsOn.contains($0.name) ?? false }
            let given = needed.reduce(into: [:]) { $0[$1.name] = values[$1.name] ?? $1.value }
            // A description of an older extension does not say that an entity has suggestions.
            let isSuggested = parameter.suggestions != nil || parameter.choices == nil && parameter.type == .entity
            let choices = isSuggested ? suggestions(parameter.name, given) : parameter.choices ?? []
            values[parameter.name] = try ask(parameter, choices)
        }
        return values
    }

    private static func ask(
        _ parameter: IntentParameterInfo, _ choices: [IntentChoice]
    ) throws(Cancelled) -> IntentValue? {
        if let description = parameter.description { Output.print("  \(description)".onOneLine) }
        for (index, choice) in choices.enumerated() {
            if let section = choice.section, index == 0 || choices[index - 1].section != section {
                Output.print("  \(section)".onOneLine)
            }
            let subtitle = choice.subtitle.map { ", \($0)" } ?? ""
            Output.print("  \(index + 1)  \(choice.title)\(subtitle)".onOneLine)
        }
        let usual = parameter.value.map { value in
            choices.first { $0.value == value }?.title ?? ParameterAssignment.text(of: value)
        }
        while true {
            Output.write("\(parameter.title)\(usual.map { " [\($0)]" } ?? ""): ".onOneLine, to: STDOUT_FILENO)
            guard let line = readLine() else {
                Output.print("")
                throw Cancelled()
            }
            let answer = line.trimmed
            if answer.isEmpty { return nil }
            if let value = value(of: answer, parameter.type, choices) { return value }
            Output.print(choices.isEmpty ? "That is not a value for it." : "Give a number, or a name, of those above.")
        }
    }

    /// The value of an answer: the choice with this number, name or value; otherwise the answer converted to the
    /// parameter's type.
    private static func value(
        of answer: String, _ type: IntentValueType?, _ choices: [IntentChoice]
    ) -> IntentValue? {
        let named = choices.first { choice in
            choice.title.lowercased() == answer.lowercased() || choice.value.description == answer
        }
        if let named { return named.value }
        if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1].value }
        switch type {
        case .text, .entity: return .string(answer)
        case .enumeration: return choices.isEmpty ? .string(answer) : nil
        case .integer: return Int(answer).map { .int($0) }
        case .number: return Double(answer).flatMap { $0.isFinite ? .double($0) : nil }
        case .boolean:
            switch answer.lowercased() {
            case "true", "yes", "y": return .bool(true)
            case "false", "no", "n": return .bool(false)
            default: return nil
            }
        case .date, .list, nil: return (try? ParameterAssignment("value=\(answer)"))?.value
        }
    }
}

extension String {
    /// The text without surrounding white space.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
