/// The kind of value that a parameter has, for forms.
public indirect enum IntentValueType: Hashable, Sendable {
    /// A truth value.
    case boolean
    /// A whole number.
    case integer
    /// A number.
    case number
    /// A text.
    case text
    /// A moment, as seconds since 1970 or in ISO 8601.
    case date
    /// One of the cases of an `AppEnum`.
    case enumeration
    /// An `AppEntity`, by its identifier.
    case entity
    /// Several values of a kind.
    case list(IntentValueType)
}

extension IntentValueType: RawRepresentable, Codable {
    private static let words: [String: IntentValueType] = [
        "boolean": .boolean, "integer": .integer, "number": .number, "text": .text, "date": .date,
        "enumeration": .enumeration, "entity": .entity,
    ]
    private static let listPrefix = "list of "

    /// The kind by its word, such as `text` or `list of text`; `nil` where there is none of this word.
    public init?(rawValue: String) {
        if let type = Self.words[rawValue] {
            self = type
        } else if rawValue.hasPrefix(Self.listPrefix),
            let element = Self.words[String(rawValue.dropFirst(Self.listPrefix.count))]
        {
            self = .list(element)
        } else {
            return nil
        }
    }

    /// The word.
    public var rawValue: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .text: "text"
        case .date: "date"
        case .enumeration: "enumeration"
        case .entity: "entity"
        case .list(let element): Self.listPrefix + element.rawValue
        }
    }
}
