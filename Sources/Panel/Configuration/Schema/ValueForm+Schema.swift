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
        case .boolean: [.init("type", .string("boolean"))]
        case .choice(let words): [.init("enum", .strings(words))]
        case .duration(let range):
            string(SchemaPattern.duration)
                + [.init("examples", .strings([range.lowerBound.text, range.upperBound.text]))]
        case .color:
            [
                .init(
                    "anyOf",
                    .array([
                        .object([.init("enum", .strings(Color.names))]),
                        .object(string(SchemaPattern.hexadecimalColor)),
                    ]))
            ]
        case .symbol:
            string(SchemaPattern.line, limit: 100)
                + [.init("examples", .strings(["lightbulb.fill", "mdi:lightbulb"]))]
        case .line: string(SchemaPattern.gpio, limit: 255)
        case .control:
            [
                .init(
                    "anyOf",
                    .array([
                        .object(string(SchemaPattern.keyOrKind, limit: 255)),
                        .object(ValueForm.mapping(ControlReferenceKeys.mapping).schema),
                    ]))
            ]
        // The pattern of keys covers `status`, since a key may have that name.
        case .assignment, .shown:
            [
                .init(
                    "anyOf",
                    .array([
                        .object([.init("type", .string("null"))]),
                        .object(ValueForm.control.schema),
                    ]))
            ]
        case .tile:
            [
                .init(
                    "anyOf",
                    .array([
                        .object(ValueForm.control.schema),
                        .object(ValueForm.mapping(ControlTileKeys.mapping).schema),
                    ]))
            ]
        case .kind: string(SchemaPattern.kind, limit: 255)
        case .view, .controlName: string(SchemaPattern.keyOrKind, limit: 255)
        case .number(let range):
            [
                .init("type", .string("integer")), .init("minimum", .integer(range.lowerBound)),
                .init("maximum", .integer(range.upperBound)),
            ]
        case .triple(let range):
            [
                .init("type", .string("array")), .init("minItems", .integer(3)), .init("maxItems", .integer(3)),
                .init("items", .object(ValueForm.number(range).schema)),
            ]
        case .timeOfDay: string(SchemaPattern.timeOfDay) + [.init("examples", .strings(["22:00"]))]
        case .percentage: string(SchemaPattern.percentage) + [.init("examples", .strings(["20%"]))]
        case .led: string(SchemaPattern.led, limit: LEDName.limit)
        case .rhythm(let range, example: _):
            [
                .init(
                    "anyOf",
                    .array([
                        .object(ValueForm.duration(range).schema),
                        .object([
                            .init("type", .string("array")), .init("maxItems", .integer(Rhythm.limit)),
                            .init("items", .object(ValueForm.duration(range).schema)),
                        ]),
                    ]))
            ]
        case .unit: string(SchemaPattern.unit, limit: UnitName.limit)
        case .url: string(SchemaPattern.url, limit: 2000)
        case .headers:
            [
                .init("type", .string("object")), .init("minProperties", .integer(1)),
                .init("propertyNames", .object([.init("pattern", .string(SchemaPattern.headerName))])),
                .init("additionalProperties", .object(string(SchemaPattern.headerText, limit: 1000))),
            ]
        case .scene:
            [
                .init("type", .string("object")), .init("minProperties", .integer(1)),
                .init("propertyNames", .object(string(SchemaPattern.keyOrKind, limit: 255))),
                .init("additionalProperties", .object(ValueForm.boolean.schema)),
            ]
        case .configuration:
            [
                .init("type", .string("object")),
                .init("maxProperties", .integer(ConfigurationLimit.parameters)),
                .init(
                    "propertyNames",
                    .object([
                        .init("maxLength", .integer(ParameterName.limit)),
                        .init("pattern", .string(SchemaPattern.parameterName)),
                    ])),
                .init("additionalProperties", .object(ValueForm.value(isItem: false).schema)),
            ]
        case .value(isItem: true):
            [
                .init("type", .strings(["boolean", "number", "string", "null"])),
                .init("maxLength", .integer(ConfigurationLimit.text)),
                .init("pattern", .string(SchemaPattern.possiblyEmpty)),
            ]
        case .value(isItem: false):
            [
                .init(
                    "anyOf",
                    .array([
                        .object(ValueForm.value(isItem: true).schema),
                        .object([
                            .init("type", .string("array")),
                            .init("items", .object(ValueForm.value(isItem: true).schema)),
                        ]),
                    ]))
            ]
        case .device: string(SchemaPattern.device, limit: 255)
        case .name: string(SchemaPattern.name)
        case .board:
            [
                .init(
                    "anyOf",
                    .array([
                        .object([.init("enum", .strings(["auto", "simulated"]))]),
                        .object(string(SchemaPattern.line, limit: 255)),
                    ]))
            ]
        case .domain: string(SchemaPattern.domain, limit: Domain.limit)
        case .mapping(let mapping): mapping.schema
        case .mappingOrWord(let mapping, let word):
            [
                .init("anyOf", .array([.object(mapping.schema), .object([.init("enum", .strings([word]))])]))
            ]
        case .oneOrMore(let mapping):
            [
                .init(
                    "anyOf",
                    .array([
                        .object(mapping.schema),
                        .object([.init("type", .string("array")), .init("items", .object(mapping.schema))]),
                    ]))
            ]
        case .table(let mapping):
            [
                .init("type", .string("object")),
                .init("propertyNames", .object(ValueForm.name.schema)),
                .init(
                    "additionalProperties",
                    .object([.init("description", .string(mapping.documentation))] + mapping.schema)),
            ]
        case .list(let element, _, let minimum):
            [.init("type", .string("array"))]
                + (minimum > 0 ? [.init("minItems", .integer(minimum))] : [])
                + [.init("items", .object(element.schema))]
        }
    }

    /// Text that matches `pattern`. Editors show the last member, in the reader's words, in place of the pattern; other
    /// tools ignore it.
    private func string(_ pattern: String, limit: Int? = nil) -> [JSON.Member] {
        [.init("type", .string("string"))]
            + (limit.map { [.init("maxLength", .integer($0))] } ?? [])
            + [
                .init("pattern", .string(pattern)),
                .init("patternErrorMessage", .string("expected \(expectation)")),
            ]
    }
}
