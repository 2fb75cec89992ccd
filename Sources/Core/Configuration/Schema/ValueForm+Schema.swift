import ControlModel
import MonotonicTime

extension ValueForm {
    /// The JSON schema of a value of this form.
    ///
    /// The schema accepts every value that the reader accepts. The reader also checks ranges of durations and
    /// percentages, references, uniqueness, sizes in bytes, and words similar to `auto` or `simulated`. The schema
    /// counts characters only.
    var schema: [JSON.Member] {
        switch self {
        case .text(let limit, let isParagraph):
            string(isParagraph ? SchemaPattern.paragraph : SchemaPattern.line, limit: limit)
        case .argument(let limit): string(SchemaPattern.argument, limit: limit)
        case .boolean: [.type("boolean")]
        case .choice(let words): [.oneOf(words)]
        case .duration(let range):
            string(SchemaPattern.duration, examples: [range.lowerBound.text, range.upperBound.text])
        case .color: .any(of: [.oneOf(Color.names)], string(SchemaPattern.hexadecimalColor))
        case .symbol: string(SchemaPattern.line, limit: 100, examples: ["lightbulb.fill", "mdi:lightbulb"])
        case .line: string(SchemaPattern.gpio, limit: 255)
        case .control: .any(of: string(SchemaPattern.keyOrKind, limit: 255), ControlReferenceKeys.mapping.schema)
        // The pattern of keys covers `status`, since a key may have that name.
        case .assignment, .shown: .any(of: [.type("null")], ValueForm.control.schema)
        case .tile: .any(of: ValueForm.control.schema, ControlTileKeys.mapping.schema)
        case .kind: string(SchemaPattern.kind, limit: 255)
        case .view, .controlName: string(SchemaPattern.keyOrKind, limit: 255)
        case .number(let range):
            [
                .type("integer"), .init("minimum", .integer(range.lowerBound)),
                .init("maximum", .integer(range.upperBound)),
            ]
        case .triple(let range): .list(of: ValueForm.number(range).schema, minimum: 3, maximum: 3)
        case .timeOfDay: string(SchemaPattern.timeOfDay, examples: ["22:00"])
        case .percentage: string(SchemaPattern.percentage, examples: ["20%"])
        case .led: string(SchemaPattern.led, limit: LEDName.limit)
        case .rhythm(let range, example: _):
            .any(
                of: ValueForm.duration(range).schema,
                .list(of: ValueForm.duration(range).schema, maximum: Rhythm.limit))
        case .unit: string(SchemaPattern.unit, limit: UnitName.limit)
        case .url: string(SchemaPattern.url, limit: 2000)
        case .listenAddress: string(SchemaPattern.listenAddress, examples: ["127.0.0.1:8080"])
        case .origin: string(SchemaPattern.origin, limit: 255, examples: ["https://panel.local"])
        case .broker: string(SchemaPattern.broker, limit: 255, examples: ["mqtt://localhost"])
        case .topic: string(SchemaPattern.topic, examples: ["house/panels"])
        case .headers:
            .object(
                of: string(SchemaPattern.headerText, limit: 1000),
                names: [.init("pattern", .string(SchemaPattern.headerName))], .init("minProperties", .integer(1)))
        case .scene:
            .object(
                of: ValueForm.boolean.schema, names: string(SchemaPattern.keyOrKind, limit: 255),
                .init("minProperties", .integer(1)))
        case .configuration:
            .object(
                of: ValueForm.value(isItem: false).schema,
                names: [
                    .init("maxLength", .integer(ParameterName.limit)),
                    .init("pattern", .string(SchemaPattern.parameterName)),
                ], .init("maxProperties", .integer(ConfigurationLimit.parameters)))
        case .value(isItem: true):
            [
                .init("type", .strings(["boolean", "number", "string", "null"])),
                .init("maxLength", .integer(ConfigurationLimit.text)),
                .init("pattern", .string(SchemaPattern.possiblyEmpty)),
            ]
        case .value(isItem: false):
            .any(of: ValueForm.value(isItem: true).schema, .list(of: ValueForm.value(isItem: true).schema))
        case .device: string(SchemaPattern.device, limit: 255)
        case .name: string(SchemaPattern.name)
        case .board: .any(of: [.oneOf(["auto", "simulated"])], string(SchemaPattern.line, limit: 255))
        case .domain: string(SchemaPattern.domain, limit: Domain.limit)
        case .mapping(let mapping): mapping.schema
        case .mappingOrWord(let mapping, let word): .any(of: mapping.schema, [.oneOf([word])])
        case .oneOrMore(let mapping): .any(of: mapping.schema, .list(of: mapping.schema))
        case .table(let mapping):
            .object(
                of: [.init("description", .string(mapping.documentation))] + mapping.schema,
                names: ValueForm.name.schema)
        case .list(let element, _, let minimum): .list(of: element.schema, minimum: minimum > 0 ? minimum : nil)
        }
    }

    /// Text that matches `pattern`. Editors show the message, in the reader's words, in place of the pattern; other
    /// tools ignore it.
    private func string(_ pattern: String, limit: Int? = nil, examples: [String] = []) -> [JSON.Member] {
        [.type("string")]
            + (limit.map { [.init("maxLength", .integer($0))] } ?? [])
            + [
                .init("pattern", .string(pattern)),
                .init("patternErrorMessage", .string("expected \(expectation)")),
            ]
            + (examples.isEmpty ? [] : [.init("examples", .strings(examples))])
    }
}

extension JSON.Member {
    fileprivate static func type(_ name: String) -> JSON.Member { .init("type", .string(name)) }
    fileprivate static func oneOf(_ words: [String]) -> JSON.Member { .init("enum", .strings(words)) }
}

extension [JSON.Member] {
    /// A schema of values that match at least one of several schemas.
    fileprivate static func any(of schemas: [JSON.Member]...) -> [JSON.Member] {
        [.init("anyOf", .array(schemas.map { .object($0) }))]
    }

    fileprivate static func list(
        of element: [JSON.Member], minimum: Int? = nil, maximum: Int? = nil
    ) -> [JSON.Member] {
        [.type("array")]
            + (minimum.map { [.init("minItems", .integer($0))] } ?? [])
            + (maximum.map { [.init("maxItems", .integer($0))] } ?? [])
            + [.init("items", .object(element))]
    }

    /// A schema of mappings whose names the author chooses, with a limit of their number.
    fileprivate static func object(
        of value: [JSON.Member], names: [JSON.Member], _ limit: JSON.Member...
    ) -> [JSON.Member] {
        [.type("object")] + limit
            + [.init("propertyNames", .object(names)), .init("additionalProperties", .object(value))]
    }
}
