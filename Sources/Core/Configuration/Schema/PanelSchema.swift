/// The JSON schema of a panel's file, for editors, made from the reader's own declarations.
public enum PanelSchema {
    /// Every version of the YAML language server that most editors use (`redhat-developer/yaml-language-server`)
    /// understands draft 7; later drafts are understood since 1.20 only. The schema needs nothing newer.
    static let dialect = "http://json-schema.org/draft-07/schema#"

    /// The schema as JSON of several lines, always the same, with a line break at the end.
    public static let text = schema.text + "\n"

    static let schema = JSON.object(
        [
            .init("$schema", .string(dialect)),
            .init("title", .string("Panel of Holdfast")),
            .init("description", .string(PanelKeys.mapping.documentation)),
            .init(
                "$comment",
                .string(
                    """
                    Not in here, and checked by 'holdfast check': ranges of durations and percentages, references to controls, names, \
                    lines and domains that may be used once.
                    """)),
        ] + PanelKeys.mapping.schema)
}

extension MappingDescription {
    /// The JSON schema of the mapping: its keys and no others, and their rules.
    var schema: [JSON.Member] {
        let required = keys.filter { $0.presence == .required }.map(\.name)
        var members: [JSON.Member] = [
            .init("type", .string("object")),
            .init("properties", .object(keys.map { .init($0.name, .object($0.schema)) })),
        ]
        if !required.isEmpty { members.append(.init("required", .strings(required))) }
        members.append(.init("additionalProperties", .boolean(false)))
        return members + dependencies + choices
    }

    /// The demands of single keys on other keys.
    private var dependencies: [JSON.Member] {
        let dependencies = keys.compactMap { key -> JSON.Member? in
            let demands = rules.compactMap { $0.demand(of: key.name) }
            switch demands.count {
            case 0: return nil
            case 1: return .init(key.name, demands[0])
            // An array would do for names only. Next to schemas, the names become schemas too.
            default:
                let schemas = demands.map { demand in
                    if case .array = demand { JSON.object("required", demand) } else { demand }
                }
                return .init(key.name, .object("allOf", .array(schemas)))
            }
        }
        return dependencies.isEmpty ? [] : [.init("dependencies", .object(dependencies))]
    }

    /// The choices between keys.
    private var choices: [JSON.Member] {
        let choices = rules.compactMap(\.choice)
        let keywords = Set(choices.map(\.name))
        return keywords.count == choices.count
            ? choices : [.init("allOf", .array(choices.map { .object([$0]) }))]
    }
}

extension KeyDescription {
    /// The JSON schema of the key's value, with the purpose of the key and its default.
    ///
    /// The schema of a mapping is written out for each key that has it. In draft 7, a reference (`$ref`) allows neither
    /// a description nor a default beside it.
    fileprivate var schema: [JSON.Member] {
        var members: [JSON.Member] = [.init("description", .string(documentation))]
        if case .defaultsTo(let text) = presence {
            let value: JSON =
                switch form {
                case .boolean: .boolean(text == "true")
                case .number: Int(text).map { .integer($0) } ?? .string(text)
                default: .string(text)
                }
            members.append(.init("default", value))
        }
        return members + form.schema
    }
}

extension KeyRule {
    /// The demand of the key's presence: names of other keys, or a schema of the mapping; `nil` for none.
    fileprivate func demand(of key: String) -> JSON? {
        switch self {
        case .exactlyOne, .atLeastOne: return nil
        case .requires(key, let other): return .strings([other])
        case .ofButton(key, let toggle): return .object("not", Self.required(toggle))
        case .needs(let keys, let others) where keys.contains(key):
            return others.count == 1 ? .strings(others) : .object("anyOf", .array(others.map(Self.required)))
        case .ofToggle(let keys, let toggle, _) where keys.contains(key): return .strings([toggle])
        case .ofState(key, let toggle, let button, let sensor, _):
            return .object("anyOf", .array([Self.required(toggle), Self.required([sensor], without: [button])]))
        case .hidden(key, let others): return .object("not", .object("required", .strings(others)))
        case .needs, .requires, .ofToggle, .ofState, .ofButton, .hidden: return nil
        }
    }

    /// The choice between keys, as a keyword of the mapping's schema.
    fileprivate var choice: JSON.Member? {
        switch self {
        case .exactlyOne(let keys, areActions: _, let instead):
            .init(
                "oneOf",
                .array(
                    keys.map(Self.required)
                        + instead.indices.map { index in
                            // Each alternative excludes those before it, so that exactly one matches.
                            Self.required([instead[index]], without: keys + instead.prefix(index))
                        }))
        case .atLeastOne(let keys): .init("anyOf", .array(keys.map(Self.required)))
        case .needs, .requires, .ofToggle, .ofState, .ofButton, .hidden: nil
        }
    }

    private static func required(_ keys: [String], without others: [String]) -> JSON {
        .object([
            .init("required", .strings(keys)),
            .init("not", .object("anyOf", .array(others.map(Self.required)))),
        ])
    }

    private static func required(_ key: String) -> JSON {
        .object("required", .strings([key]))
    }
}
