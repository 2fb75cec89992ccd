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

    /// The raw value.
    public var _data: IntentValue { .string(rawValue.description) }

    /// The case of a raw value.
    public init?(_data data: IntentValue) {
        guard case .string(let text) = data, let rawValue = RawValue(text) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The cases, in their order.
    public static var _choices: [IntentChoice]? {
        allCases.map { IntentChoice(value: $0._data, representation: $0.displayRepresentation) }
    }
}
