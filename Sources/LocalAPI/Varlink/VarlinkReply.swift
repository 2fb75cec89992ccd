/// One reply to a call, on the client's side.
public struct VarlinkReply<Value: Sendable>: Sendable {
    /// Its parameters.
    public var value: Value
    /// Whether more replies to the same call follow.
    public var continues: Bool

    /// A reply of its parts.
    public init(value: Value, continues: Bool) {
        self.value = value
        self.continues = continues
    }
}

extension VarlinkReply: Equatable where Value: Equatable {}
extension VarlinkReply: Hashable where Value: Hashable {}

/// An error's parameters as text, as far as they are neither arrays nor objects.
struct ScalarTexts: Decodable, Sendable {
    var texts: [String: String] = [:]

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for key in values.allKeys {
            if let text = try? values.decode(String.self, forKey: key) {
                texts[key.stringValue] = text
            } else if let number = try? values.decode(Int.self, forKey: key) {
                texts[key.stringValue] = String(number)
            } else if let flag = try? values.decode(Bool.self, forKey: key) {
                texts[key.stringValue] = String(flag)
            } else if let number = try? values.decode(Double.self, forKey: key) {
                texts[key.stringValue] = String(number)
            }
        }
    }
}
