/// A parsed `.varlink` text: the parts of each type, method and error.
struct InterfaceText: Sendable {
    indirect enum FieldType: Equatable, Sendable {
        case bool, int, float, string, object
        case named(String)
        case cases([String])
        case structure([Field])
        case optional(FieldType)
        case array(FieldType)
        case map(FieldType)
    }

    struct Field: Equatable, Sendable {
        var name: String
        var type: FieldType
    }

    struct Problem: Error {
        var text: String
    }

    private(set) var name = ""
    private(set) var types: [String: FieldType] = [:]
    private(set) var methods: [String: (input: FieldType, output: FieldType)] = [:]
    private(set) var errors: [String: FieldType] = [:]
    private var tokens: ArraySlice<String>

    init(_ text: String) throws {
        tokens = Self.tokens(of: text)[...]
        while let keyword = tokens.popFirst() {
            let name = try word()
            switch keyword {
            case "interface": self.name = name
            case "type": types[name] = try structure()
            case "error": errors[name] = try structure()
            case "method":
                let input = try structure()
                try expect("->")
                methods[name] = (input, try structure())
            default: throw Problem(text: "'\(keyword)' begins nothing")
            }
        }
    }

    private static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        for line in text.split(separator: "\n") {
            var word = ""
            func end() {
                if !word.isEmpty { tokens.append(word) }
                word = ""
            }
            for character in line.prefix(while: { $0 != "#" }) {
                switch character {
                case " ", "\t": end()
                case "(", ")", ",", ":", "?", "[", "]":
                    end()
                    tokens.append(String(character))
                default: word.append(character)
                }
            }
            end()
        }
        return tokens
    }

    private mutating func word() throws -> String {
        guard let word = tokens.popFirst(), word.first?.isLetter == true else { throw Problem(text: "no name") }
        return word
    }

    private mutating func expect(_ token: String) throws {
        let found = tokens.popFirst()
        guard found == token else { throw Problem(text: "'\(found ?? "")' instead of '\(token)'") }
    }

    private mutating func structure() throws -> FieldType {
        try expect("(")
        var fields: [Field] = []
        var names: [String] = []
        while tokens.first != ")" {
            if !fields.isEmpty || !names.isEmpty { try expect(",") }
            let name = try word()
            if tokens.first == ":" {
                tokens.removeFirst()
                fields.append(Field(name: name, type: try type()))
            } else {
                names.append(name)
            }
        }
        tokens.removeFirst()
        guard fields.isEmpty || names.isEmpty else { throw Problem(text: "fields and cases") }
        return names.isEmpty ? .structure(fields) : .cases(names)
    }

    private mutating func type() throws -> FieldType {
        switch tokens.first {
        case "?":
            tokens.removeFirst()
            return .optional(try type())
        case "[":
            tokens.removeFirst()
            let isMap = tokens.first == "string"
            if isMap { tokens.removeFirst() }
            try expect("]")
            return isMap ? .map(try type()) : .array(try type())
        case "(":
            return try structure()
        default:
            let name = try word()
            let plain: [String: FieldType] = [
                "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object,
            ]
            return plain[name] ?? .named(name)
        }
    }

    // MARK: Values

    /// The places at which `value`, as JSONSerialization reads it, does not match `type`.
    ///
    /// - Parameter complete: Whether a missing optional part counts as well.
    func problems(of value: Any, as type: FieldType, at path: String, complete: Bool) -> [String] {
        switch type {
        case .bool, .int, .float, .string, .cases: plainProblems(of: value, as: type, at: path)
        case .object: []
        case .optional(let type): problems(of: value, as: type, at: path, complete: complete)
        case .named(let name):
            types[name].map { problems(of: value, as: $0, at: path, complete: complete) } ?? [
                "\(path): no type \(name)"
            ]
        case .array(let type):
            (value as? [Any])?.flatMap { problems(of: $0, as: type, at: path + "[]", complete: complete) }
                ?? ["\(path): no array"]
        case .map(let type):
            (value as? [String: Any])?.flatMap { problems(of: $1, as: type, at: "\(path).\($0)", complete: complete) }
                ?? ["\(path): no object"]
        case .structure(let fields):
            structureProblems(of: value, fields: fields, at: path, complete: complete)
        }
    }

    private func plainProblems(of value: Any, as type: FieldType, at path: String) -> [String] {
        let isRight =
            switch type {
            case .bool: value is Bool
            case .int: value is Int
            case .float: value is Double
            case .string: value is String
            case .cases(let names): (value as? String).map(names.contains) ?? false
            default: false
            }
        return isRight ? [] : ["\(path): \(value) is not \(type)"]
    }

    private func structureProblems(of value: Any, fields: [Field], at path: String, complete: Bool) -> [String] {
        guard let members = value as? [String: Any] else { return ["\(path): no object"] }
        var found = members.keys.filter { key in !fields.contains { $0.name == key } }.map { "\(path).\($0): unknown" }
        for field in fields {
            if let member = members[field.name] {
                found += problems(of: member, as: field.type, at: "\(path).\(field.name)", complete: complete)
            } else if case .optional = field.type, !complete {
                continue
            } else {
                found.append("\(path).\(field.name): missing")
            }
        }
        return found
    }
}
