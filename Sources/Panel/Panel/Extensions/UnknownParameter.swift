import Configuration
import ControlModel
import LocalAPI

/// A name that is given a value, and that no parameter has.
struct UnknownParameter: CustomStringConvertible {
    /// What was to have it: `kind org.example.lamp`, `'Start'`.
    let owner: String
    let name: String
    /// The parameters that there are.
    let known: [String]

    /// The names, in alphabetical order, that a placement configures and its control does not have.
    static func all(in configuration: [String: IntentValue], of control: DescribedControl) -> [UnknownParameter] {
        all(in: configuration, known: control.parameters.map(\.name), of: "kind \(control.kind)")
    }

    /// The names, in alphabetical order, that are given values and are not `known`.
    static func all(in values: [String: IntentValue], known: [String], of owner: String) -> [UnknownParameter] {
        values.keys.filter { !known.contains($0) }.sorted()
            .map { UnknownParameter(owner: owner, name: $0, known: known) }
    }

    var description: String {
        let words = "\(owner) has no parameter '\(ShownText.line(name, limit: 60))'"
        if let nearest = NearestWord.to(name, among: known) { return "\(words); did you mean '\(nearest)'?" }
        return known.isEmpty ? words : "\(words); it has \(known.joined(separator: ", "))"
    }
}
