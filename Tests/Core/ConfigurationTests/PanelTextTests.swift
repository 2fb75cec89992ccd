import Foundation
import Testing

@testable import Configuration

@Suite("Additions to the text of a panel's file")
struct PanelTextTests {
    private static let lamp = PanelAdditions.Entry("new", "{title: New, toggle: {line: GPIO20}}", comment: "pin 38")
    private static let additions = PanelAdditions(
        tables: [
            .init("controls", [lamp]), .init("buttons", [.init("go", "{line: GPIO21, hold: new}")]),
            .init("lights", []),
        ], values: [.init("gateway", "{origins: [\"https://panel.local\"]}")])

    private static func edit(_ text: String, _ additions: PanelAdditions = additions) throws -> String {
        String(decoding: try PanelText.adding(additions, to: Array(text.utf8), file: "p.yaml"), as: UTF8.self)
    }

    @Test("entries come behind the last of a table, missing tables and keys come last")
    func blocks() throws {
        let text = """
            # top
            name: Test   # name
            domain: org.example.test

            controls:
                lamp: {toggle: {line: GPIO18}}  # lamp
                door:
                    title: Door

                    # how long
                    button: {pulse: GPIO23, for: 3s}
                    # end of the door

            # the rest
            layout: fixed
            """
        #expect(
            try Self.edit(text) == """
                # top
                name: Test   # name
                domain: org.example.test

                controls:
                    lamp: {toggle: {line: GPIO18}}  # lamp
                    door:
                        title: Door

                        # how long
                        button: {pulse: GPIO23, for: 3s}
                        # end of the door
                    new: {title: New, toggle: {line: GPIO20}}  # pin 38

                # the rest
                layout: fixed

                buttons:
                  go: {line: GPIO21, hold: new}

                gateway: {origins: ["https://panel.local"]}

                """)
    }

    @Test(
        "tables in braces get entries before the brace",
        arguments: [
            ("{}", "{new: {title: New, toggle: {line: GPIO20}}}"),
            ("{a: {toggle: {line: GPIO1}}}", "{a: {toggle: {line: GPIO1}}, new: {title: New, toggle: {line: GPIO20}}}"),
            (
                "{a: {toggle: {line: GPIO1}},}",
                "{a: {toggle: {line: GPIO1}}, new: {title: New, toggle: {line: GPIO20}},}"
            ),
            (
                "{ # mine\n  a: {toggle: {line: GPIO1}}, # one\n  }",
                "{ # mine\n  a: {toggle: {line: GPIO1}}, new: {title: New, toggle: {line: GPIO20}}, # one\n  }"
            ),
        ])
    func braces(old: String, new: String) throws {
        let head = "name: Test\ndomain: org.example.test\ncontrols: "
        let additions = PanelAdditions(tables: [.init("controls", [Self.lamp])])
        #expect(try Self.edit(head + old + "\n", additions) == head + new + "\n")
    }

    @Test("a whole file in braces gets its additions within them")
    func wholeFlow() throws {
        #expect(
            try Self.edit("{\"name\": \"Test\", \"domain\": \"org.example.test\"}\n")
                == "{\"name\": \"Test\", \"domain\": \"org.example.test\", controls: {new: {title: New, toggle: {line: GPIO20}}}, "
                + "buttons: {go: {line: GPIO21, hold: new}}, gateway: {origins: [\"https://panel.local\"]}}\n")
    }

    @Test("line breaks of Windows, a byte order mark and letters of any script stay")
    func encodings() throws {
        let text =
            "\u{FEFF}name: Tür\r\ndomain: org.example.test\r\ncontrols: {a: {title: \"ä😀\", toggle: {line: GPIO1}}}\r\n"
        let edited = try Self.edit(text)
        #expect(edited.hasPrefix("\u{FEFF}name: Tür\r\n"))
        #expect(edited.contains("{a: {title: \"ä😀\", toggle: {line: GPIO1}}, new: {"))
        #expect(edited.hasSuffix("gateway: {origins: [\"https://panel.local\"]}\r\n"))
        #expect(!edited.replacing("\r\n", with: "").contains("\n"))
    }

    @Test("texts of several lines keep their line breaks")
    func blockTexts() throws {
        let text = """
            name: Test
            domain: org.example.test
            controls:
              a:
                toggle: {line: GPIO1}
                description: |
                  First.

                  # no comment

            layout: fixed

            """
        let edited = try Self.edit(text)
        #expect(edited.contains("      # no comment\n\n  new: {title"))
    }

    @Test("a file whose edited text would be another panel is refused, with the text")
    func refused() throws {
        // The second document would be an error.
        let ended = "name: Test\ndomain: org.example.test\n...\n"
        #expect(throws: PanelTextError.self) { try Self.edit(ended) }
        // The line is used already.
        let used = "name: Test\ndomain: org.example.test\ncontrols: {a: {toggle: {line: GPIO20}}}\n"
        do {
            _ = try Self.edit(used)
            Issue.record("not refused")
        } catch let error as PanelTextError {
            guard case .wouldBreak(let errors, text: _) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(errors.description.contains("GPIO20"))
            #expect(error.text != nil)
        }
        #expect(throws: PanelTextError.self) { try Self.edit("name: Test\n") }
    }

    @Test("every shipped panel takes additions, and keeps all its lines", arguments: ShippedFile.names)
    func shipped(name: String) throws {
        let text = try String(contentsOfFile: ShippedFile.path(name), encoding: .utf8)
        let additions = PanelAdditions(
            tables: [
                .init("controls", [.init("added", "{toggle: {line: \"other:1\"}}")]),
                .init("buttons", [.init("added", "{line: \"other:2\", hold: added}")]),
                .init("lights", [.init("added", "{line: \"other:3\", shows: added}")]),
            ])
        let edited = try Self.edit(text, additions)
        let old = text.split(separator: "\n", omittingEmptySubsequences: false)
        let new = edited.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(new.difference(from: old).removals.isEmpty)
        let panel = try PanelFile.parse(Array(edited.utf8), file: name)
        #expect(
            panel.control("added") != nil && panel.buttons.last?.name == "added" && panel.lights.last?.name == "added")
    }

    @Test(
        "texts of people are quoted unless every reader takes them for text",
        arguments: [
            ("Front Door", "Front Door"), ("on", "\"on\""), ("12", "\"12\""), ("a: b", "\"a: b\""),
            ("say \"hi\" \\", "\"say \\\"hi\\\" \\\\\""), ("Tür", "\"Tür\""), ("a ", "\"a \""), ("", "\"\""),
        ])
    func scalars(text: String, yaml: String) {
        #expect(YAMLScalar.text(text) == yaml)
    }
}
