import ControlModel

/// Why a placement cannot be configured so: a panel's file could not say the same.
public struct ConfigurationProblem: Error, Sendable, Hashable {
    /// The parameter; `nil` where the configuration as a whole is meant.
    public var parameter: String?
    /// What is wrong, and what was expected.
    public var reason: String
}

extension ControlReference {
    /// What is wrong with the configuration as such, whatever control it is for: its names, texts and lengths; `nil`
    /// where nothing is.
    public var configurationProblem: ConfigurationProblem? {
        if configuration.count > ConfigurationLimit.parameters {
            return ConfigurationProblem(
                reason: "it has \(configuration.count) parameters; expected at most \(ConfigurationLimit.parameters)")
        }
        for (name, value) in configuration.sorted(by: { $0.key < $1.key }) {
            guard ParameterName.isValid(Scalar(text: name, isPlain: false)) else {
                return ConfigurationProblem(
                    parameter: name.shown,
                    reason:
                        "it cannot be the name of a parameter; expected a letter or '_', then letters, digits and '_'")
            }
            if let reason = value.problem(mayBeList: true) {
                return ConfigurationProblem(parameter: name, reason: reason)
            }
        }
        let size = configuration.reduce(0) { $0 + $1.key.utf8.count + $1.value.description.utf8.count }
        guard size > ConfigurationLimit.size else { return nil }
        return ConfigurationProblem(
            reason: "its names and values have more than \(ConfigurationLimit.size) bytes; shorten them")
    }
}

extension IntentValue {
    fileprivate func problem(mayBeList: Bool) -> String? {
        switch self {
        case .null, .bool, .int: return nil
        case .double(let value): return value.isFinite ? nil : "expected a number that is finite"
        case .array(let values):
            guard mayBeList else { return "expected no list in a list" }
            return values.lazy.compactMap { $0.problem(mayBeList: false) }.first
        case .string(let text):
            let count = text.unicodeScalars.count
            if count > ConfigurationLimit.text {
                return "the text has \(count) characters; expected at most \(ConfigurationLimit.text)"
            }
            let forbidden = text.unicodeScalars.first { scalar in
                let category = scalar.properties.generalCategory
                return scalar != "\n" && [.control, .lineSeparator, .paragraphSeparator].contains(category)
            }
            return forbidden.map { "the text contains the character \($0.escaped), which cannot be shown" }
        }
    }
}
