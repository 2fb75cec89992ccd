/// A type that a parameter of an intent can have.
public protocol _IntentValue: Sendable {
    /// The value as data.
    var _data: IntentValue { get }

    /// The value that data stands for; `nil` where it stands for none of this type.
    init?(_data: IntentValue)

    /// The values that there are; `nil` where they cannot be listed.
    static var _choices: [IntentChoice]? { get }
}

extension _IntentValue {
    /// The values cannot be listed.
    public static var _choices: [IntentChoice]? { nil }
}

extension Bool: _IntentValue {
    /// The value as data.
    public var _data: IntentValue { .bool(self) }

    /// A truth value.
    public init?(_data data: IntentValue) {
        guard case .bool(let value) = data else { return nil }
        self = value
    }
}

extension Int: _IntentValue {
    /// The value as data.
    public var _data: IntentValue { .int(self) }

    /// A whole number, also where it is written as a floating-point one.
    public init?(_data data: IntentValue) {
        switch data {
        case .int(let value): self = value
        case .double(let value): self.init(exactly: value)
        default: return nil
        }
    }
}

extension Double: _IntentValue {
    /// The value as data.
    public var _data: IntentValue { .double(self) }

    /// A number, also a whole one: JSON does not tell them apart.
    public init?(_data data: IntentValue) {
        switch data {
        case .int(let value): self = Double(value)
        case .double(let value): self = value
        default: return nil
        }
    }
}

extension String: _IntentValue {
    /// The value as data.
    public var _data: IntentValue { .string(self) }

    /// A text.
    public init?(_data data: IntentValue) {
        guard case .string(let value) = data else { return nil }
        self = value
    }
}

extension Never: _IntentValue {
    /// There is no value to have any data.
    public var _data: IntentValue { switch self {} }

    /// There is no value.
    public init?(_data data: IntentValue) {
        return nil
    }
}

extension Array: _IntentValue where Element: _IntentValue {
    /// The value as data.
    public var _data: IntentValue { .array(map(\._data)) }

    /// The elements, every one of which must stand for a value.
    public init?(_data data: IntentValue) {
        guard case .array(let values) = data else { return nil }
        let elements = values.compactMap(Element.init(_data:))
        guard elements.count == values.count else { return nil }
        self = elements
    }

    /// Those of an element.
    public static var _choices: [IntentChoice]? { Element._choices }
}

extension Optional: _IntentValue where Wrapped: _IntentValue {
    /// The value as data, `null` for none.
    public var _data: IntentValue { self?._data ?? .null }

    /// A value, or none for `null`.
    public init?(_data data: IntentValue) {
        if data == .null {
            self.init(nilLiteral: ())
        } else {
            guard let value = Wrapped(_data: data) else { return nil }
            self.init(value)
        }
    }

    /// Those of a value.
    public static var _choices: [IntentChoice]? { Wrapped._choices }
}

/// A type with a value for "not set": a parameter of it is not required.
protocol UnsetValue {
    static var unset: Self { get }
}

extension Optional: UnsetValue {
    static var unset: Wrapped? { nil }
}
