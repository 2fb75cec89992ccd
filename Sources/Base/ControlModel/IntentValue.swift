/// A parameter's value as data: what travels between processes, is kept in files, and is given by name.
///
/// Coded as the JSON value that it looks like. A `Double` that is not finite has no JSON form.
public enum IntentValue: Hashable, Sendable {
    /// No value, of a parameter that may be without one.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A text, or the raw value of an `AppEnum`.
    case string(String)
    /// Several values.
    case array([IntentValue])
}

extension IntentValue: Codable {
    /// Decodes a JSON value that is no object.
    ///
    /// Each wrong guess costs an error with its whole path, more than the value itself: the commonest come first.
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

    /// Encodes the value as itself, without a name for its case.
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
}

extension IntentValue: CustomStringConvertible {
    /// The value as people write it.
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
