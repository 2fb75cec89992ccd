@testable import Configuration

extension JSON: Decodable {
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes any JSON; the members of an object are in alphabetical order.
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map { name in
                    Member(name.stringValue, try object.decode(JSON.self, forKey: name))
                })
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var values: [JSON] = []
            while !list.isAtEnd { values.append(try list.decode(JSON.self)) }
            self = .array(values)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .boolean(truth)
        } else if let number = try? value.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .string(try value.decode(String.self))
        }
    }
}

extension JSON {
    /// The value of an object's member, or `nil`.
    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
    var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The value of a node by YAML 1.2, or `nil` if the reader of panels refuses the node before it has a value.
    init?(_ node: Node) {
        switch node.content {
        case .refused: return nil
        case .list(let items):
            var values: [JSON] = []
            for item in items {
                guard let value = JSON(item) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case .mapping(let entries):
            var members: [Member] = []
            for entry in entries {
                guard let value = JSON(entry.value) else { return nil }
                members.append(Member(entry.key.text, value))
            }
            self = .object(members)
        case .scalar(let scalar):
            switch scalar.meaning {
            case .nothing: self = .null
            // YAML 1.2 has no other truth values: `none` and `on` are text.
            case .truth(let isTrue):
                self = ["true", "false"].contains(scalar.text.lowercased()) ? .boolean(isTrue) : .string(scalar.text)
            case .number:
                self = Int(scalar.text).map { .integer($0) } ?? Double(scalar.text).map { .number($0) } ?? .integer(0)
            case .text: self = .string(scalar.text)
            }
        }
    }
}
