import Foundation
import Testing

/// `holdfast explain` and `holdfast schema`
struct ExplainTests {
    @Test("explain prints a key's purpose, value, default, rule and example for its path")
    func path() throws {
        let outcome = try Command.run("explain", "buttons.hold_time")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                buttons.hold_time
                  How long a hold takes, from 100 ms to 10 s.
                  value     a duration from 100ms to 10s
                  presence  default 500ms
                  rule      only with hold or long_hold
                  example   hold_time: 1s

                """)
    }

    @Test("explain prints each place of a bare key")
    func bareKey() throws {
        let outcome = try Command.run("explain", "line")
        #expect(outcome.status == 0)
        let blocks = outcome.output.split(separator: "\n\n").map { $0.split(separator: "\n").first.map(String.init) }
        #expect(
            blocks == ["controls.toggle.line", "controls.sensor.line", "buttons.line", "lights.line", "sound.line"])
        #expect(try Command.run("explain", "controls.toggle.line").output.hasPrefix("controls.toggle.line\n"))
    }

    @Test("explain without a key prints all keys, a line each")
    func all() throws {
        let outcome = try Command.run("explain")
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.split(separator: " ") == ["KEY", "PRESENCE", "VALUE"])
        let paths = lines.dropFirst().map { String($0.prefix { $0 != " " }) }
        #expect(Set(paths).count == paths.count && paths.first == "name")
        #expect(paths.contains("extensions.program") && paths.contains("buttons.hold.configuration"))
    }

    @Test(
        "explain refuses an unknown key in one line, with the nearest one",
        arguments: [
            ("hold_tme", "no key 'hold_tme' in panel files; did you mean 'hold_time'?"),
            ("buttons.hold_tme", "no key 'buttons.hold_tme' in panel files; did you mean 'buttons.hold_time'?"),
            ("xyzzy", "no key 'xyzzy' in panel files (holdfast explain)"),
            ("icon", "no key 'icon' in panel files; write 'symbol'"),
            ("buttons.press", "no key 'buttons.press' in panel files; write 'hold'"),
            (
                "users",
                "no key 'users' in panel files; people and their PINs are not part of the file: 'holdfast pin add NAME' "
                    + "gives a PIN"
            ),
            ("\u{1B}[2J", "no key '\\u{1B}[2J' in panel files (holdfast explain)"),
        ])
    func unknown(key: String, message: String) throws {
        let outcome = try Command.run("explain", key)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors == "holdfast: \(message)\n")
    }

    @Test("schema prints the same JSON each time")
    func schema() throws {
        let outcome = try Command.run("schema")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(value?["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
        #expect((value?["properties"] as? [String: Any])?["controls"] != nil)
        #expect(try Command.run("schema").output == outcome.output)
    }
}
