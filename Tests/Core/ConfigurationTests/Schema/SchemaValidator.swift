import Foundation

@testable import Configuration

/// Validates values by a JSON schema of draft 7, as far as the panel's schema uses that draft. An unknown keyword is an
/// error, so that no keyword is ignored.
struct SchemaValidator: Sendable {
    struct UnknownKeyword: Error {
        var keyword: String
    }

    /// Keywords that do not constrain a value.
    private static let annotations: Set = [
        "$schema", "$comment", "title", "description", "default", "examples", "patternErrorMessage",
    ]

    private let root: Rule

    /// A parsed schema.
    private indirect enum Rule: Sendable {
        case types(Set<String>)
        case enumeration([JSON])
        case pattern(NSRegularExpression)
        case maxLength(Int)
        case maxProperties(Int)
        case minProperties(Int)
        case minimum(Int)
        case maximum(Int)
        case minItems(Int)
        case maxItems(Int)
        case items(Rule)
        case properties([String: Rule])
        case required([String])
        case additionalProperties(Rule, but: Set<String>)
        case propertyNames(Rule)
        case dependencies([String: Rule])
        case all([Rule])
        case any([Rule])
        case one([Rule])
        case not(Rule)
        case nothing
    }

    init(_ schema: JSON) throws {
        root = try Self.rule(schema)
    }

    func isValid(_ value: JSON) -> Bool {
        isValid(value, root)
    }

    private static func rule(_ schema: JSON) throws -> Rule {
        if case .boolean(let isAnything) = schema { return isAnything ? .all([]) : .nothing }
        let members = schema.members ?? []
        return .all(
            try members.filter { !annotations.contains($0.name) }.map { member in
                let value = member.value
                switch member.name {
                case "type": return .types(Set((value.array ?? [value]).compactMap(\.string)))
                case "enum": return .enumeration(value.array ?? [])
                case "pattern": return .pattern(try expression(value.string ?? ""))
                case "maxLength": return .maxLength(value.integer ?? 0)
                case "maxProperties": return .maxProperties(value.integer ?? 0)
                case "minProperties": return .minProperties(value.integer ?? 0)
                case "minimum": return .minimum(value.integer ?? 0)
                case "maximum": return .maximum(value.integer ?? 0)
                case "maxItems": return .maxItems(value.integer ?? 0)
                case "minItems": return .minItems(value.integer ?? 0)
                case "items": return .items(try rule(value))
                case "properties": return .properties(try rules(value))
                case "required": return .required((value.array ?? []).compactMap(\.string))
                case "additionalProperties":
                    let known = (schema["properties"]?.members ?? []).map(\.name)
                    return .additionalProperties(try rule(value), but: Set(known))
                case "propertyNames": return .propertyNames(try rule(value))
                case "dependencies": return .dependencies(try rules(value))
                case "allOf": return .all(try (value.array ?? []).map(rule))
                case "anyOf": return .any(try (value.array ?? []).map(rule))
                case "oneOf": return .one(try (value.array ?? []).map(rule))
                case "not": return .not(try rule(value))
                default: throw UnknownKeyword(keyword: member.name)
                }
            })
    }

    private static func rules(_ schemas: JSON) throws -> [String: Rule] {
        try Dictionary(
            uniqueKeysWithValues: (schemas.members ?? []).map { member in
                if let names = member.value.array { return (member.name, .required(names.compactMap(\.string))) }
                return (member.name, try rule(member.value))
            })
    }

    /// `$` matches only the end of the text in ECMA-262, but also before a final line break in ICU.
    private static func expression(_ pattern: String) throws -> NSRegularExpression {
        try NSRegularExpression(pattern: pattern.replacing("$", with: "\\z"))
    }

    private func isValid(_ value: JSON, _ rule: Rule) -> Bool {
        switch (rule, value) {
        case (.types(let types), _): value.types.contains { types.contains($0) }
        case (.enumeration(let values), _): values.contains(value)
        case (.all(let rules), _): rules.allSatisfy { isValid(value, $0) }
        case (.any(let rules), _): rules.contains { isValid(value, $0) }
        case (.one(let rules), _): rules.count { isValid(value, $0) } == 1
        case (.not(let rule), _): !isValid(value, rule)
        case (.nothing, _): false
        case (.pattern(let expression), .string(let text)):
            expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        case (.maxLength(let limit), .string(let text)): text.unicodeScalars.count <= limit
        case (.minItems(let limit), .array(let values)): values.count >= limit
        case (.maxItems(let limit), .array(let values)): values.count <= limit
        case (.items(let rule), .array(let values)): values.allSatisfy { isValid($0, rule) }
        case (.maxProperties(let limit), .object(let members)): members.count <= limit
        case (.minProperties(let limit), .object(let members)): members.count >= limit
        case (.minimum(let limit), .integer(let number)): number >= limit
        case (.maximum(let limit), .integer(let number)): number <= limit
        case (.properties(let rules), .object(let members)):
            members.allSatisfy { member in rules[member.name].map { isValid(member.value, $0) } ?? true }
        case (.required(let names), .object(let members)):
            names.allSatisfy { name in members.contains { $0.name == name } }
        case (.additionalProperties(let rule, let known), .object(let members)):
            members.allSatisfy { known.contains($0.name) || isValid($0.value, rule) }
        case (.propertyNames(let rule), .object(let members)):
            members.allSatisfy { isValid(.string($0.name), rule) }
        case (.dependencies(let rules), .object(let members)):
            members.allSatisfy { member in rules[member.name].map { isValid(value, $0) } ?? true }
        // A keyword does not constrain values of other types.
        case (.pattern, _), (.maxLength, _), (.minItems, _), (.maxItems, _), (.items, _), (.maxProperties, _),
            (.properties, _),
            (.required, _), (.minProperties, _), (.minimum, _), (.maximum, _), (.additionalProperties, _),
            (.propertyNames, _), (.dependencies, _):
            true
        }
    }
}

extension JSON {
    /// The JSON schema types of the value.
    fileprivate var types: [String] {
        switch self {
        case .null: ["null"]
        case .boolean: ["boolean"]
        case .integer: ["integer", "number"]
        case .number: ["number"]
        case .string: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }
}
