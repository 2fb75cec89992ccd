public import FoundationEssentials

/// A type of an intent's parameters.
public protocol _IntentValue: Sendable {
    var _data: IntentValue { get }

    /// Creates the value from data; `nil` if the data is no value of this type.
    init?(_data: IntentValue)

    /// The type of a user's answer: for an optional the wrapped type, else the type itself.
    associatedtype ValueType: _IntentValue = Self

    /// The value, not optional; `nil` for `nil`.
    var _unwrapped: ValueType? { get }

    /// The possible values; `nil` if they cannot be listed.
    static var _choices: [IntentChoice]? { get }

    /// The type of the value, for forms.
    static var _type: IntentValueType { get }

    /// The query that loads values from data; `nil` if the data is the whole value.
    static var _defaultQuery: (any EntityQuery)? { get }

    /// Whether the data can be a value. For an entity: whether the data is an identifier.
    static func _accepts(_ data: IntentValue) -> Bool

    /// Loads the values for data with one call of the query. An element is `nil` if there is no such value.
    static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Self?]
}

extension _IntentValue {
    /// `nil`: the values cannot be listed.
    public static var _choices: [IntentChoice]? { nil }

    /// `nil`: no query is needed.
    public static var _defaultQuery: (any EntityQuery)? { nil }

    /// Whether the data is a value.
    public static func _accepts(_ data: IntentValue) -> Bool { Self(_data: data) != nil }

    /// The values, without asking a query.
    public static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Self?] {
        data.map(Self.init(_data:))
    }
}

extension _IntentValue where ValueType == Self {
    public var _unwrapped: Self? { self }
}

extension Bool: _IntentValue {
    public static var _type: IntentValueType { .boolean }

    public var _data: IntentValue { .bool(self) }

    public init?(_data data: IntentValue) {
        guard case .bool(let value) = data else { return nil }
        self = value
    }
}

extension Int: _IntentValue {
    /// A whole number.
    public static var _type: IntentValueType { .integer }

    public var _data: IntentValue { .int(self) }

    /// A whole number, also from a floating-point number without a fraction.
    public init?(_data data: IntentValue) {
        switch data {
        case .int(let value): self = value
        case .double(let value): self.init(exactly: value)
        default: return nil
        }
    }
}

extension Double: _IntentValue {
    public static var _type: IntentValueType { .number }

    public var _data: IntentValue { .double(self) }

    /// A number, also from a whole number: JSON does not distinguish the two.
    public init?(_data data: IntentValue) {
        switch data {
        case .int(let value): self = Double(value)
        case .double(let value): self = value
        default: return nil
        }
    }
}

extension Float: _IntentValue {
    public static var _type: IntentValueType { .number }

    /// The value as data, with the digits that the value has as text: 0.1, not 0.10000000149.
    public var _data: IntentValue { .double(Double(description) ?? Double(self)) }

    /// A number, also from a whole number; `nil` for a number that is too large for this type.
    public init?(_data data: IntentValue) {
        guard let number = Double(_data: data) else { return nil }
        let value = Float(number)
        guard value.isFinite || !number.isFinite else { return nil }
        self = value
    }
}

extension String: _IntentValue {
    public static var _type: IntentValueType { .text }

    public var _data: IntentValue { .string(self) }

    public init?(_data data: IntentValue) {
        guard case .string(let value) = data else { return nil }
        self = value
    }
}

extension Never: _IntentValue {
    /// Any type: `Never` has no values.
    public static var _type: IntentValueType { .text }

    /// Never called: `Never` has no values.
    public var _data: IntentValue { switch self {} }

    /// Always `nil`: `Never` has no values.
    public init?(_data data: IntentValue) {
        return nil
    }
}

extension Array: _IntentValue where Element: _IntentValue {
    public var _data: IntentValue { .array(map(\._data)) }

    /// The elements; `nil` if any element is invalid.
    public init?(_data data: IntentValue) {
        guard case .array(let values) = data else { return nil }
        let elements = values.compactMap(Element.init(_data:))
        guard elements.count == values.count else { return nil }
        self = elements
    }

    /// The possible values of an element.
    public static var _choices: [IntentChoice]? { Element._choices }

    public static var _type: IntentValueType { .list(Element._type) }

    public static var _defaultQuery: (any EntityQuery)? { Element._defaultQuery }

    /// Whether every element can be a value.
    public static func _accepts(_ data: IntentValue) -> Bool {
        guard case .array(let values) = data else { return false }
        return values.allSatisfy(Element._accepts)
    }

    /// Loads the lists. One call of the query loads the elements of all lists.
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
    /// The value as data; `null` for `nil`.
    public var _data: IntentValue { self?._data ?? .null }

    /// The value, or `nil` for `null`.
    public init?(_data data: IntentValue) {
        if data == .null {
            self.init(nilLiteral: ())
        } else {
            guard let value = Wrapped(_data: data) else { return nil }
            self.init(value)
        }
    }

    /// The wrapped type: a user's answer is never `nil`.
    public typealias ValueType = Wrapped

    public var _unwrapped: Wrapped? { self }

    /// The possible values of the wrapped type.
    public static var _choices: [IntentChoice]? { Wrapped._choices }

    public static var _type: IntentValueType { Wrapped._type }

    public static var _defaultQuery: (any EntityQuery)? { Wrapped._defaultQuery }

    /// Whether the data is `null`, or can be a value.
    public static func _accepts(_ data: IntentValue) -> Bool { data == .null || Wrapped._accepts(data) }

    /// Loads the values; `null` gives `nil`.
    public static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Wrapped??] {
        var values = try await Wrapped._resolve(data.filter { $0 != .null }, by: query)[...]
        return data.map { data in
            if data == .null { return .some(.none) }
            return values.popFirst().flatMap { $0 }.map { .some($0) }
        }
    }
}

/// A type with a value for "not set". A parameter of this type is not required.
protocol UnsetValue {
    static var unset: Self { get }
}

extension Optional: UnsetValue {
    static var unset: Wrapped? { nil }
}

extension Date: _IntentValue {
    public static var _type: IntentValueType { .date }

    /// The seconds since 1970-01-01 00:00 UTC.
    public var _data: IntentValue { .double(timeIntervalSince1970) }

    /// A date from its seconds since 1970-01-01 00:00 UTC, or from ISO 8601 text with a time zone.
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

extension IntentValue {
    /// The data as the text that identifies a case or an entity; `nil` for other data.
    var identity: String? {
        switch self {
        case .string(let text): text
        // On the command line and in YAML, a number is written without quotes.
        case .int(let number): String(number)
        default: nil
        }
    }
}

extension IntentChoice {
    init(value: IntentValue, representation: DisplayRepresentation, section: String? = nil) {
        self.init(
            value: value, title: String(localized: representation.title),
            subtitle: representation.subtitle.map { String(localized: $0) }, symbol: representation.image?.symbol,
            section: section)
    }

    /// A choice shown by the value's representation, else by its data as text.
    init(of value: some _IntentValue, section: String? = nil) {
        if let shown = value as? any InstanceDisplayRepresentable {
            self.init(value: value._data, representation: shown.displayRepresentation, section: section)
        } else {
            self.init(value: value._data, title: value._data.description, section: section)
        }
    }
}
