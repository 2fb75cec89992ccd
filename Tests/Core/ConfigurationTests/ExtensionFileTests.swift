import ControlModel
import Testing

@testable import Configuration

@Suite("Extensions in a valid file, and the places of their controls")
struct ExtensionFileTests {
    @Test("E1 extensions are read in the file's order, at any position in the file")
    func grants() throws {
        let panel = try parse(
            """
            lights: {a: {line: GPIO1, shows: com.example.bell}}
            extensions:
              - name: focus
                domain: Org.Example.Focus
                program: [.build/debug/Focus, --verbose, "", "1"]
              - {domain: com.example, name: bell}
            name: Hallway
            domain: org.example.hallway
            """)
        #expect(
            panel.extensions == [
                ExtensionGrant(
                    name: "focus", domain: "Org.Example.Focus", program: [".build/debug/Focus", "--verbose", "", "1"],
                    position: SourcePosition(file: "panel.yaml", line: 3, column: 11)),
                ExtensionGrant(
                    name: "bell", domain: "com.example",
                    position: SourcePosition(file: "panel.yaml", line: 6, column: 33)),
            ])
        #expect(try parse("name: N\ndomain: org.n\nextensions: []").extensions.isEmpty)
    }

    @Test("C41 a placement is a kind with its configuration, and two placements may be equal")
    func placements() throws {
        let panel = try parse(
            """
            name: Hallway
            domain: org.example.hallway
            extensions: [{name: focus, domain: org.example.focus}]
            controls:
              lamp: {toggle: {line: GPIO18}}
            buttons:
              b:
                line: GPIO2
                long_hold: {kind: org.example.focus.timer, configuration: {timer: rest}}
                hold: {kind: org.example.focus.timer, configuration: {timer: work}}
                double_tap: lamp
                triple_tap: {kind: org.example.focus.timer, configuration: {}}
              a: {line: GPIO1, hold: org.example.focus.timer}
            lights:
              work: {line: GPIO3, shows: {kind: org.example.focus.timer, configuration: {timer: work}}}
              lamp: {line: GPIO4, shows: org.example.hallway.lamp}
            """)
        func timer(_ value: String?) -> ControlReference {
            ControlReference(
                kind: "org.example.focus.timer", configuration: value.map { ["timer": .string($0)] } ?? [:])
        }
        let lamp = ControlReference(kind: "org.example.hallway.lamp")
        #expect(
            panel.placements == [
                Placement(place: "buttons.b.hold", reference: timer("work")),
                Placement(place: "buttons.b.double_tap", reference: lamp),
                Placement(place: "buttons.b.triple_tap", reference: timer(nil)),
                Placement(place: "buttons.b.long_hold", reference: timer("rest")),
                Placement(place: "buttons.a.hold", reference: timer(nil)),
                Placement(place: "lights.work", reference: timer("work")),
                Placement(place: "lights.lamp", reference: lamp),
            ])
    }

    @Test(
        "C41 values in a configuration have the types that YAML gives them",
        arguments: [
            ("true", .bool(true)), ("false", .bool(false)), ("\"true\"", .string("true")), ("'on'", .string("on")),
            ("0", .int(0)), ("-25", .int(-25)), ("+7", .int(7)), ("9223372036854775807", .int(.max)),
            ("-9223372036854775808", .int(.min)), ("'25'", .string("25")), ("2.5", .double(2.5)),
            ("-0.5", .double(-0.5)), (".5", .double(0.5)), ("1e3", .double(1000)), ("1.0", .double(1)),
            ("work", .string("work")), ("\"\"", .string("")), ("\"two\\nlines 🔕\"", .string("two\nlines 🔕")),
            ("12:30", .string("12:30")), ("25m", .string("25m")), ("~", .null), ("null", .null), ("", .null),
            ("[]", .array([])),
            ("[1, 2.0, a, true, ~]", .array([.int(1), .double(2), .string("a"), .bool(true), .null])),
        ] as [(String, IntentValue)])
    func value(_ text: String, _ value: IntentValue) throws {
        #expect(try configuration("a: \(text)") == ["a": value])
    }

    @Test("a parameter may have any name that Swift allows, in either letter case")
    func names() throws {
        #expect(
            try configuration("a: 1, A: 2, _b: 3, größe: 4, x1: 5, \"on\": 6") == [
                "a": .int(1), "A": .int(2), "_b": .int(3), "größe": .int(4), "x1": .int(5), "on": .int(6),
            ])
    }

    @Test("the size of a configuration is limited")
    func limits() throws {
        func error(_ entries: String) -> String? {
            let error = #expect(throws: ConfigurationError.self) { try configuration(entries) }
            return error?.diagnostics.first?.message
        }
        func parameters(_ count: Int) -> String { (0..<count).map { "a\($0): 1" }.joined(separator: ", ") }
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        #expect(try configuration(parameters(64)).count == 64)
        #expect(error(parameters(65)) == "configuration: it has 65 parameters; expected at most 64")
        #expect(try configuration("a: \(text(1000))").count == 1)
        #expect(error("a: \(text(1001))") == "a: the text has 1001 characters; expected at most 1000")
        let texts = (0..<16).map { "a\($0 + 10): \(text(1000))" }.joined(separator: ", ")
        #expect(try configuration(texts).count == 16)
        #expect(
            error(texts + ", b: \(text(500))")
                == "configuration: its names and values have more than 16384 bytes; shorten them")
    }

    private func configuration(_ entries: String) throws -> [String: IntentValue] {
        let panel = try parse(
            """
            name: N
            domain: org.n
            extensions: [{name: e, domain: org.e}]
            lights: {a: {line: GPIO1, shows: {kind: org.e.x, configuration: {\(entries)}}}}
            """)
        return try #require(panel.lights[0].shows).configuration
    }

    private func parse(_ text: String) throws -> PanelDescription {
        try PanelFile.parse(Array(text.utf8), file: "panel.yaml")
    }
}
