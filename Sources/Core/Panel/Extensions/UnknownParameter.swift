import Configuration
import ControlModel
import LocalAPI

/// The messages about names that are no parameters of their owner, in the names' alphabetical order.
enum UnknownParameter {
    /// The configured names of a placement that its control does not have.
    static func all(in configuration: [String: IntentValue], of control: DescribedControl) -> [String] {
        all(in: configuration, known: control.parameters.map(\.name), of: "kind \(control.kind)")
    }

    /// The names with values that are not in `known`.
    ///
    /// - Parameter owner: the control or intent with the unknown name: `kind org.example.lamp`, `'Start'`.
    static func all(in values: [String: IntentValue], known: [String], of owner: String) -> [String] {
        values.keys.filter { !known.contains($0) }.sorted().map { name in
            let words = "\(owner) has no parameter '\(ShownText.line(name, limit: 60))'"
            if let nearest = NearestWord.to(name, among: known) { return "\(words); did you mean '\(nearest)'?" }
            return known.isEmpty ? words : "\(words); it has \(known.joined(separator: ", "))"
        }
    }
}
