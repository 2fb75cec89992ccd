/// A parameter's value as data: passed between processes, stored in files, and given by name.
///
/// The coded form is the JSON value of the same shape. A `Double` that is not finite has no JSON form.
public enum IntentValue: Hashable, Sendable, Codable, CustomStringConvertible {
    /// No value, for an optional parameter.
    case null
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A text, or the raw value of an `AppEnum`.
    case string(String)
    /// Several values.
    case array([IntentValue])

    /// Decodes a JSON value other than an object.
    ///
    /// Each failed attempt costs an error with its coding path, more than the value itself, so the most common types
    /// come first.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [IntentValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(IntentValue.self)) }
            self = .array(values)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .double(try container.decode(Double.self))
        }
    }

    /// Encodes the value itself, without its case's name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        }
    }

    /// The value as users write it.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): String(value)
        case .int(let value): String(value)
        case .double(let value): String(value)
        case .string(let value): value
        case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        }
    }
}

/// The type of a parameter's value, for forms.
public indirect enum IntentValueType: Hashable, Sendable, RawRepresentable, Codable {
    case boolean
    /// A whole number.
    case integer
    case number
    case text
    /// A time, as seconds since 1970 or in ISO 8601.
    case date
    /// One of the cases of an `AppEnum`.
    case enumeration
    /// An `AppEntity`, by its identifier.
    case entity
    /// Several values of one type.
    case list(IntentValueType)

    private static let all: [IntentValueType] = {
        let single: [IntentValueType] = [.boolean, .integer, .number, .text, .date, .enumeration, .entity]
        return single + single.map { .list($0) }
    }()

    /// Creates the type of this word, such as `text` or `list of text`; `nil` for an unknown word.
    public init?(rawValue: String) {
        guard let type = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = type
    }

    /// The type's word, such as `text` or `list of text`.
    public var rawValue: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .text: "text"
        case .date: "date"
        case .enumeration: "enumeration"
        case .entity: "entity"
        case .list(let element): "list of " + element.rawValue
        }
    }
}

/// The target of an `OpenIntent` or `OpenURLIntent`, as data.
public struct OpenTarget: Hashable, Sendable, Codable {
    /// The type of a URL, whose value is the URL's text.
    public static let url = "URL"

    /// The persistent identifier of the target's type.
    public let type: String
    /// The type's name for users.
    public let typeName: String
    /// The target's value: the raw value of an `AppEnum`, the identifier of an `AppEntity`, or a URL.
    public let value: IntentValue
    /// The target's name for users.
    public let title: String

    public init(type: String, typeName: String, value: IntentValue, title: String) {
        self.type = type
        self.typeName = typeName
        self.value = value
        self.title = title
    }
}
