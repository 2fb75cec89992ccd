import Configuration
import ControlModel

/// Checks configurations against the parameters that an extension has described.
struct ParameterCheck {
    let parameters: [IntentParameterInfo]

    /// - Throws: `configuration` for the first invalid value in the order of the names.
    func check(_ configuration: [String: IntentValue]) throws(LayoutRefusal) {
        for (name, value) in configuration.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameters.first(where: { $0.name == name }) else { throw unknown(name) }
            if value == .null, !parameter.isRequired { continue }
            guard let type = parameter.type else { continue }
            if !type.takes(value) {
                let quotes =
                    type.isText && value.isScalar ? "; a text in quotes is one: \(name)='\"\(value)\"'" : ""
                throw .configuration(
                    parameter: name, reason: "expected \(type.words), found \(value.words)\(quotes)", nearest: nil)
            }
            // An entity may exist without being suggested, so only enumerations are checked.
            if type == .enumeration, let choices = parameter.choices, !choices.isEmpty,
                !choices.contains(where: { $0.value == value })
            {
                let words = choices.map(\.value.description)
                throw .configuration(
                    parameter: name, reason: "expected \(Self.listed(words)), found \(value.words)",
                    nearest: NearestWord.to(value.description, among: words))
            }
        }
    }

    /// Why a configuration is incomplete; `nil` if it has a value for each required parameter.
    func missing(in configuration: [String: IntentValue]) -> String? {
        let lacking = parameters.filter { parameter in
            parameter.isRequired && (configuration[parameter.name] ?? parameter.value ?? .null) == .null
        }
        guard !lacking.isEmpty else { return nil }
        return "its configuration is not complete: it needs \(Self.listed(lacking.map(\.name), "and"))"
    }

    private func unknown(_ name: String) -> LayoutRefusal {
        let names = parameters.map(\.name)
        return .configuration(
            parameter: name,
            reason: names.isEmpty
                ? "the control has nothing to configure" : "the control has \(Self.listed(names, "and"))",
            nearest: NearestWord.to(name, among: names))
    }

    private static func listed(_ words: [String], _ conjunction: String = "or") -> String {
        let limit = 12
        if words.count > limit { return words.prefix(limit).joined(separator: ", ") + " …" }
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}

extension IntentValueType {
    fileprivate func takes(_ value: IntentValue) -> Bool {
        switch (self, value) {
        case (.boolean, .bool), (.integer, .int), (.number, .int), (.number, .double), (.text, .string),
            (.date, .int), (.date, .double), (.date, .string):
            true
        // An identifier or a raw value may be a number.
        case (.enumeration, .string), (.enumeration, .int), (.entity, .string), (.entity, .int): true
        case (.list(let element), .array(let values)): values.allSatisfy(element.takes)
        case (.boolean, _), (.integer, _), (.number, _), (.text, _), (.date, _), (.enumeration, _), (.entity, _),
            (.list, _):
            false
        }
    }

    fileprivate var isText: Bool { [.text, .enumeration, .entity].contains(self) }

    fileprivate var words: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .text: "text"
        case .date: "a date in ISO 8601, or seconds since 1970"
        case .enumeration: "one of its choices"
        case .entity: "an identifier"
        case .list: "a list"
        }
    }
}

extension IntentValue {
    fileprivate var isScalar: Bool {
        switch self {
        case .bool, .int, .double: true
        case .null, .string, .array: false
        }
    }

    /// The value as shown in messages.
    fileprivate var words: String {
        switch self {
        case .null: "nothing"
        case .bool, .int, .double: description
        case .string(let text): "'\(ShownText.line(text, limit: 60))'"
        case .array: "a list"
        }
    }
}
