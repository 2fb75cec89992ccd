import ControlModel

/// The limits of a placement's configuration: more than authors write, and within one message to an extension.
enum ConfigurationLimit {
    static let parameters = 64
    /// Characters of a text.
    static let text = 1000
    /// Bytes of all names and values together, in their text form.
    static let size = 16_384
}

extension Slot {
    /// The value of a parameter for a value of YAML.
    func intentValue() -> IntentValue? {
        guard case .list(let items) = node.content else { return scalarValue() }
        let values = items.map { element($0, key: key, form: .value(isItem: true)).scalarValue() }
        return values.complete().map { .array($0) }
    }

    private func scalarValue() -> IntentValue? {
        guard case .scalar(let scalar) = node.content else { return refuseType() }
        switch scalar.meaning {
        case .nothing:
            return .null
        case .truth(let isTrue):
            // YAML 1.2 reads the other words as text.
            return ["true", "false"].contains(scalar.text)
                ? .bool(isTrue) : refuse(.ambiguousTruth(key: key, scalar.text, isTrue))
        case .number:
            return IntentValue(number: scalar.text) ?? refuse(.unusableNumber(key: key, scalar.text))
        case .text:
            return checked(scalar.text, limit: ConfigurationLimit.text, isParagraph: true).map { .string($0) }
        }
    }
}

extension IntentValue {
    /// A number that YAML 1.1 and 1.2 read alike: decimal, and without the leading zero that means octal in 1.1.
    ///
    /// - Returns: `nil` for other notations, for whole numbers outside `Int`, and for numbers that JSON lacks.
    fileprivate init?(number text: String) {
        let digits = text.drop { $0 == "+" || $0 == "-" }
        if digits.allSatisfy({ ("0"..."9").contains($0) }) {
            guard digits.count == 1 || digits.first != "0", let value = Int(text) else { return nil }
            self = .int(value)
        } else {
            guard digits.allSatisfy({ "0123456789.eE+-".contains($0) }), let value = Double(text), value.isFinite
            else { return nil }
            self = .double(value)
        }
    }
}

/// The reason that a configuration is invalid for every control: a panel's file could not contain it.
public struct ConfigurationProblem: Error, Sendable, Hashable {
    /// The parameter; `nil` for a problem of the whole configuration.
    public var parameter: String?
    /// The problem and the expected value.
    public var reason: String
}

extension ControlReference {
    /// The problem of the names, texts and lengths of the configuration, independently of the control; `nil` for a
    /// valid configuration.
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
