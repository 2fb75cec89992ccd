/// A value of a program's own that a parameter can have, such as an `AppEnum`.
public protocol AppValue: _IntentValue, PersistentlyIdentifiable, TypeDisplayRepresentable,
    InstanceDisplayRepresentable
{}

/// An enumeration that a parameter can have: a fixed choice, each case shown by name.
///
/// As data, a case is its raw value, as text. A raw value is a case's identity for good.
public protocol AppEnum: AppValue, CaseIterable, Hashable, RawRepresentable where RawValue: LosslessStringConvertible {
    /// How each case is shown. A case that is missing is shown by its raw value.
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension AppEnum {
    /// How the case is shown.
    public var displayRepresentation: DisplayRepresentation {
        Self.caseDisplayRepresentations[self] ?? DisplayRepresentation(stringLiteral: rawValue.description)
    }

    /// One of several cases.
    public static var _type: IntentValueType { .enumeration }

    /// The raw value.
    public var _data: IntentValue { .string(rawValue.description) }

    /// The case of a raw value.
    public init?(_data data: IntentValue) {
        let text: String
        switch data {
        case .string(let written): text = written
        // A number is written without quotes, on the command line and in YAML.
        case .int(let number): text = String(number)
        default: return nil
        }
        guard let rawValue = RawValue(text) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The cases, in their order.
    public static var _choices: [IntentChoice]? {
        allCases.map { IntentChoice(value: $0._data, representation: $0.displayRepresentation) }
    }
}
