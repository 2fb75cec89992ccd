public import FoundationEssentials

/// A type that a parameter of an intent can have.
public protocol _IntentValue: Sendable {
    /// The value as data.
    var _data: IntentValue { get }

    /// The value that data stands for; `nil` where it stands for none of this type.
    init?(_data: IntentValue)

    /// What people give for it: of an optional the type within, else the type itself.
    associatedtype ValueType: _IntentValue = Self

    /// The values that there are; `nil` where they cannot be listed.
    static var _choices: [IntentChoice]? { get }

    /// The kind of value, for forms.
    static var _type: IntentValueType { get }

    /// Who is asked for the values that data stands for; `nil` where data says it all.
    static var _defaultQuery: (any EntityQuery)? { get }

    /// Whether data could stand for a value; of an entity, whether it is an identifier.
    static func _accepts(_ data: IntentValue) -> Bool

    /// The values that data stands for, each `nil` where there is none, asked for together.
    static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Self?]
}

extension _IntentValue {
    /// The values cannot be listed.
    public static var _choices: [IntentChoice]? { nil }

    /// Nobody need be asked.
    public static var _defaultQuery: (any EntityQuery)? { nil }

    /// Whether data stands for a value.
    public static func _accepts(_ data: IntentValue) -> Bool { Self(_data: data) != nil }

    /// The values, without asking.
    public static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Self?] {
        data.map(Self.init(_data:))
    }
}

extension Bool: _IntentValue {
    /// A truth value.
    public static var _type: IntentValueType { .boolean }

    /// The value as data.
    public var _data: IntentValue { .bool(self) }

    /// A truth value.
    public init?(_data data: IntentValue) {
        guard case .bool(let value) = data else { return nil }
        self = value
    }
}

extension Int: _IntentValue {
    /// A whole number.
    public static var _type: IntentValueType { .integer }

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
    /// A number.
    public static var _type: IntentValueType { .number }

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
    /// A text.
    public static var _type: IntentValueType { .text }

    /// The value as data.
    public var _data: IntentValue { .string(self) }

    /// A text.
    public init?(_data data: IntentValue) {
        guard case .string(let value) = data else { return nil }
        self = value
    }
}

extension Never: _IntentValue {
    /// There is no value; none need be told from others.
    public static var _type: IntentValueType { .text }

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

    /// A list of elements.
    public static var _type: IntentValueType { .list(Element._type) }

    /// That of an element.
    public static var _defaultQuery: (any EntityQuery)? { Element._defaultQuery }

    /// Whether every element could stand for a value.
    public static func _accepts(_ data: IntentValue) -> Bool {
        guard case .array(let values) = data else { return false }
        return values.allSatisfy(Element._accepts)
    }

    /// The lists, all elements of which are asked for together.
    public static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [[Element]?] {
        let lists = data.map { list -> [IntentValue]? in
            guard case .array(let values) = list else { return nil }
            return values
        }
        var elements = try await Element._resolve(lists.flatMap { $0 ?? [] }, by: query)[...]
        return lists.map { list in
            guard let count = list?.count else { return nil }
            defer { elements = elements.dropFirst(count) }
            let found = elements.prefix(count).compactMap { $0 }
            return found.count == count ? found : nil
        }
    }
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

    /// What people give is never "not set".
    public typealias ValueType = Wrapped

    /// Those of a value.
    public static var _choices: [IntentChoice]? { Wrapped._choices }

    /// That of a value.
    public static var _type: IntentValueType { Wrapped._type }

    /// That of a value.
    public static var _defaultQuery: (any EntityQuery)? { Wrapped._defaultQuery }

    /// Whether data is `null`, or could stand for a value.
    public static func _accepts(_ data: IntentValue) -> Bool { data == .null || Wrapped._accepts(data) }

    /// The values, or none for `null`.
    public static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Wrapped??] {
        var values = try await Wrapped._resolve(data.filter { $0 != .null }, by: query)[...]
        return data.map { data in
            if data == .null { return .some(.none) }
            return values.popFirst().flatMap { $0 }.map { .some($0) }
        }
    }
}

/// A type with a value for "not set": a parameter of it is not required.
protocol UnsetValue {
    static var unset: Self { get }
}

extension Optional: UnsetValue {
    static var unset: Wrapped? { nil }
}

extension Date: _IntentValue {
    /// A moment.
    public static var _type: IntentValueType { .date }

    /// The seconds since 1970.
    public var _data: IntentValue { .double(timeIntervalSince1970) }

    /// A moment by its seconds since 1970, or, as people write it, in ISO 8601 with a time zone.
    public init?(_data data: IntentValue) {
        switch data {
        case .int(let seconds): self.init(timeIntervalSince1970: Double(seconds))
        case .double(let seconds) where seconds.isFinite: self.init(timeIntervalSince1970: seconds)
        case .string(let text):
            guard let date = try? Date(text, strategy: .iso8601) else { return nil }
            self = date
        default: return nil
        }
    }
}

extension IntentChoice {
    init(value: IntentValue, representation: DisplayRepresentation) {
        self.init(
            value: value, title: String(localized: representation.title),
            subtitle: representation.subtitle.map { String(localized: $0) }, symbol: representation.image?.symbol)
    }

    /// A value as it says that it is shown, or as its data is written.
    init(of value: some _IntentValue) {
        if let shown = value as? any InstanceDisplayRepresentable {
            self.init(value: value._data, representation: shown.displayRepresentation)
        } else {
            self.init(value: value._data, title: value._data.description)
        }
    }
}
