import FoundationEssentials

/// Values as lines of JSON, for programs.
enum JSONText {
    /// The value in one line, its keys in alphabetical order.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self).plainJSON
    }

    /// The value that the text is; `nil` where it is none of this type.
    static func value<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
