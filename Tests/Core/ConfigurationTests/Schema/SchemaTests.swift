import Foundation
import Testing

@testable import Configuration

@Suite("The schema of a panel's file")
struct SchemaTests {
    private let schema: JSON

    init() throws {
        schema = try PublishedSchema.schema
    }

    @Test("the schema is of draft 7, and its text is deterministic")
    func dialect() {
        #expect(schema["$schema"] == .string("http://json-schema.org/draft-07/schema#"))
        #expect(PanelSchema.schema.text + "\n" == PanelSchema.text)
        #expect(PanelSchema.text.hasSuffix("\n}\n"))
        // The text is ASCII with escapes, for terminals and editors.
        #expect(PanelSchema.text.unicodeScalars.allSatisfy { $0 == "\n" || (" "..."~").contains($0) })
    }

    @Test("every key has its description and default, and every mapping is closed")
    func keys() throws {
        try check(PanelKeys.mapping, schema)
    }

    private func check(_ mapping: MappingDescription, _ schema: JSON?) throws {
        let schema = try #require(schema)
        #expect(schema["additionalProperties"] == .boolean(false))
        let properties = try #require(schema["properties"]?.members)
        #expect(properties.map(\.name) == mapping.keys.map(\.name).sorted())
        let required = mapping.keys.filter { $0.presence == .required }.map(\.name)
        #expect((schema["required"]?.array ?? []).compactMap(\.string) == required)
        for key in mapping.keys {
            let value = try #require(schema["properties"]?[key.name])
            #expect(value["description"] == .string(key.documentation))
            if case .defaultsTo(let text) = key.presence {
                #expect(
                    value["default"]
                        == (text == "false" ? .boolean(false) : Int(text).map { .integer($0) } ?? .string(text)))
            } else {
                #expect(value["default"] == nil)
            }
            switch key.form {
            case .mapping(let mapping): try check(mapping, value)
            case .table(let mapping): try check(mapping, value["additionalProperties"])
            case .list(.mapping(let mapping), _, _): try check(mapping, value["items"])
            case .control: try checkReference(value)
            case .list(.control, _, _): try checkReference(value["items"])
            case .assignment, .shown:
                #expect(value["anyOf"]?.array?.first?["type"] == .string("null"))
                try checkReference(value["anyOf"]?.array?.last)
            case .list(.tile, _, _):
                let forms = try #require(value["items"]?["anyOf"]?.array)
                try checkReference(forms.first)
                try check(ControlTileKeys.mapping, forms.last)
            default: break
            }
        }
    }

    /// Checks that a control is referred to by name or by a mapping.
    private func checkReference(_ schema: JSON?) throws {
        try check(ControlReferenceKeys.mapping, schema?["anyOf"]?.array?.last)
    }

    @Test("every default is valid by the schema")
    func defaults() throws {
        func check(_ schema: JSON) throws {
            for member in schema.members ?? [] { try check(member.value) }
            for item in schema.array ?? [] { try check(item) }
            guard let value = schema["default"], schema["description"]?.string != nil else { return }
            #expect(try SchemaValidator(schema).isValid(value), "\(value)")
        }
        try check(schema)
    }

    @Test("rules about several keys become keywords")
    func rules() {
        let control = schema["properties"]?["controls"]?["additionalProperties"]
        #expect(
            control?["oneOf"]?.array?.map { $0["required"] } == [
                .strings(["toggle"]), .strings(["button"]), .strings(["sensor"]), .strings(["value"]),
            ])
        #expect(control?["oneOf"]?.array?.map { $0["not"]?["anyOf"]?.array?.count } == [nil, nil, 2, 3])
        #expect(control?["dependencies"]?["value_on"] == .strings(["toggle"]))
        #expect(control?["dependencies"]?["symbol_on"]?["anyOf"]?.array?.count == 2)
        let hint = control?["dependencies"]?["hint"]?["allOf"]?.array
        #expect(
            hint?.compactMap { $0["not"]?["required"] } == [.strings(["hint_turn_on", "hint_turn_off"])])
        #expect(hint?.compactMap { $0["anyOf"]?.array?.count } == [2])
        let button = schema["properties"]?["buttons"]?["additionalProperties"]
        #expect(button?["anyOf"]?.array?.count == 4)
        #expect(button?["dependencies"]?["long_hold_time"] == .strings(["long_hold"]))
        #expect(button?["dependencies"]?["hold_time"]?["anyOf"]?.array?.count == 2)
    }

    @Test("several rules of one key, and several choices of one mapping, all apply")
    func severalRules() throws {
        let keys = ["a", "b", "c", "d", "e"].map { Key<Bool>.optional($0, .boolean, "A key.") }
        let mapping = MappingDescription(
            noun: "thing", example: "{a: true}", documentation: "A thing.", keys: keys,
            rules: [
                .exactlyOne(["a", "b"]), .exactlyOne(["c", "d"]), .needs(["e"], oneOf: ["a"]),
                .needs(["e"], oneOf: ["c"]),
            ])
        let validator = try SchemaValidator(.object(mapping.schema))
        func isValid(_ names: String) -> Bool {
            validator.isValid(.object(names.map { .init(String($0), .boolean(true)) }))
        }
        #expect(["ac", "ad", "bc", "bd", "ace"].allSatisfy(isValid))
        #expect(!["", "a", "abc", "acd", "ade", "bce", "f"].contains(where: isValid))
    }

    @Test("JSON text has its escapes, and its members in their order")
    func json() throws {
        let value = JSON.object([
            .init("b", .array([.null, .boolean(true), .integer(-1), .number(0.5)])), .init("a", .object([])),
            .init("\"\\\n\u{0}\u{7F}\u{2028}é", .array([.object([.init("c", .string("\t"))])])),
        ])
        let text = """
            {
              "b": [null, true, -1, 0.5],
              "a": {},
              "\\"\\\\\\n\\u0000\\u007f\\u2028é": [
                {
                  "c": "\\t"
                }
              ]
            }
            """
        #expect(value.text == text)
        let read = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
        #expect(Set((read.members ?? []).map(\.name)) == Set((value.members ?? []).map(\.name)))
    }
}
