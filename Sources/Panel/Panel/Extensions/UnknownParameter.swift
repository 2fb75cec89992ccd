import Configuration
import ControlModel
import LocalAPI

/// A configured name that is no parameter of its owner.
struct UnknownParameter: CustomStringConvertible {
    /// The control or intent with the unknown name: `kind org.example.lamp`, `'Start'`.
    let owner: String
    let name: String
    /// The owner's parameters.
    let known: [String]

    /// The configured names of a placement, in alphabetical order, that its control does not have.
    static func all(in configuration: [String: IntentValue], of control: DescribedControl) -> [UnknownParameter] {
        all(in: configuration, known: control.parameters.map(\.name), of: "kind \(control.kind)")
    }

    /// The names with values, in alphabetical order, that are not in `known`.
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
