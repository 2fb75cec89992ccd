/// A type of the program that a parameter can have, such as an `AppEnum`.
public protocol AppValue: _IntentValue, PersistentlyIdentifiable, TypeDisplayRepresentable,
    InstanceDisplayRepresentable
{}

/// An enumeration as the type of a parameter: a fixed set of cases, each shown by its name.
///
/// As data, a case is its raw value, as text. A raw value is a case's permanent identity.
///
/// A case without a representation is shown by its raw value.
public protocol AppEnum: AppValue, CaseDisplayRepresentable, RawRepresentable
where RawValue: LosslessStringConvertible {}

extension AppEnum {
    /// The case's representation, by default its raw value.
    public var displayRepresentation: DisplayRepresentation {
        Self.caseDisplayRepresentations[self] ?? DisplayRepresentation(stringLiteral: rawValue.description)
    }

    public static var _type: IntentValueType { .enumeration }

    /// The raw value, as text.
    public var _data: IntentValue { .string(rawValue.description) }

    /// The case with a raw value; `nil` if there is none.
    public init?(_data data: IntentValue) {
        guard let text = data.identity, let rawValue = RawValue(text) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The cases, in the order of declaration.
    public static var _choices: [IntentChoice]? {
        allCases.map { IntentChoice(value: $0._data, representation: $0.displayRepresentation) }
    }
}
