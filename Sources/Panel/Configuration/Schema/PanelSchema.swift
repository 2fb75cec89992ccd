/// The JSON schema of a panel's file, for editors, made of the declarations that the reader reads by.
public enum PanelSchema {
    /// Draft 7, which every version of the language server for YAML that most editors use understands
    /// (`redhat-developer/yaml-language-server`: later drafts since 1.20 only). Nothing newer is needed.
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

    /// What the presence of single keys demands of others.
    private var dependencies: [JSON.Member] {
        let dependencies = keys.compactMap { key -> JSON.Member? in
            let demands = rules.compactMap { $0.demand(of: key.name) }
            switch demands.count {
            case 0: return nil
            case 1: return .init(key.name, demands[0])
            // Of names alone an array would do; beside schemas they are schemas.
            default:
                return .init(
                    key.name,
                    .object([
                        .init(
                            "allOf",
                            .array(
                                demands.map { demand in
                                    guard case .array = demand else { return demand }
                                    return .object([.init("required", demand)])
                                }))
                    ]))
            }
        }
        return dependencies.isEmpty ? [] : [.init("dependencies", .object(dependencies))]
    }

    /// Which keys are chosen among.
    private var choices: [JSON.Member] {
        let choices = rules.compactMap(\.choice)
        let keywords = Set(choices.map(\.name))
        return keywords.count == choices.count
            ? choices : [.init("allOf", .array(choices.map { .object([$0]) }))]
    }
}

extension KeyDescription {
    /// The JSON schema of the key's value, with what the key is for and its default.
    ///
    /// A mapping that several keys take is written out with each: beside a reference, `$ref`, draft 7 of JSON schema
    /// takes no description and no default.
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
    /// What the presence of `key` demands: names of other keys, or a schema of the mapping; `nil` where nothing.
    fileprivate func demand(of key: String) -> JSON? {
        switch self {
        case .exactlyOne, .atLeastOne: return nil
        case .requires(key, let other): return .strings([other])
        case .ofButton(key, let toggle): return .object([.init("not", Self.required(toggle))])
        case .needs(key, let others):
            if others.count == 1 { return .strings(others) }
            return .object([.init("anyOf", .array(others.map(Self.required)))])
        case .ofToggle(key, let toggle, _): return .strings([toggle])
        case .ofState(key, let toggle, let button, let sensor, _):
            return .object([
                .init("anyOf", .array([Self.required(toggle), Self.required([sensor], without: [button])]))
            ])
        case .hidden(key, let others):
            return .object([.init("not", .object([.init("required", .strings(others))]))])
        case .needs, .requires, .ofToggle, .ofState, .ofButton, .hidden: return nil
        }
    }

    /// Which keys are chosen among, as a keyword of the mapping's schema.
    fileprivate var choice: JSON.Member? {
        switch self {
        case .exactlyOne(let keys, areActions: _, let instead):
            .init(
                "oneOf",
                .array(
                    keys.map(Self.required)
                        + instead.indices.map { index in
                            // Each without those before it, so that one alone fits.
                            Self.required([instead[index]], without: keys + instead.prefix(index))
                        }))
        case .atLeastOne(let keys): .init("anyOf", .array(keys.map(Self.required)))
        case .needs, .requires, .ofToggle, .ofState, .ofButton, .hidden: nil
        }
    }

    private static func required(_ keys: [String], without others: [String]) -> JSON {
        .object([
            .init("required", .strings(keys)),
            .init("not", .object([.init("anyOf", .array(others.map(Self.required)))])),
        ])
    }

    private static func required(_ key: String) -> JSON {
        .object([.init("required", .strings([key]))])
    }
}
