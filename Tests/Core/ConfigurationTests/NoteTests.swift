import Testing

@testable import Configuration

@Suite("Notes on values that are valid, and that probably mean something else")
struct NoteTests {
    private func panel(_ controls: String, _ rest: String = "") throws -> PanelDescription {
        let text = "name: Hall\ndomain: org.hall\n\(rest)\ncontrols:\n\(controls)\n"
        return try PanelFile.parse(Array(text.utf8), file: "p.yaml")
    }

    private func notes(_ controls: String, _ rest: String = "") throws -> [String] {
        try panel(controls, rest).remarks().map(\.message)
    }

    // MARK: Comments

    @Test("a comment that begins without a space behind a text is noted, with the text in quotes")
    func comment() throws {
        let found = try panel(
            "  gate:\n    title: Gate #2\n    description: Opens. #2 times\n    toggle: {line: GPIO18}")
        #expect(
            found.remarks().map(\.description) == [
                "p.yaml:6:12: note: title: the text is 'Gate', for # begins a comment; if '#2' belongs to the text, "
                    + "write it in quotes: \"Gate #2\"",
                "p.yaml:7:18: note: description: the text is 'Opens.', for # begins a comment; if '#2' belongs to the "
                    + "text, write it in quotes: \"Opens. #2\"",
            ])
        #expect(found.controls.first?.title == "Gate")
    }

    @Test(
        "a comment with a space behind #, a # inside a word, and a # in quotes are not noted",
        arguments: [
            "title: Gate # the second", "title: \"Gate #2\"", "title: 'Gate #2'", "title: Gate#2",
            "title: \"Gate\" #2", "title: Gate ## 2", "title: Gate #",
            "privacy: none #2",
        ])
    func noComment(title: String) throws {
        #expect(try notes("  gate:\n    \(title)\n    toggle: {line: GPIO18}") == [])
        #expect(try notes("  gate: {title: Gate, toggle: {line: GPIO18}} #2") == [])
    }

    // MARK: Programs

    private static func shell(_ key: String, _ word: String) -> String {
        "\(key): no shell reads '\(word)', and the program gets it as an argument; for a shell write [sh, -c, \"…\"], "
            + "with the whole command in the quotes"
    }

    @Test(
        "a word that only a shell understands is noted",
        arguments: [
            ("[cat, /etc/motd, '|', wall]", "|"), ("[date, '>', /tmp/date]", ">"),
            ("[date, '>/tmp/date']", ">/tmp/date"),
            ("[date, '2>/dev/null']", "2>/dev/null"), ("[date, '2>&1']", "2>&1"), ("[a, '&&', b]", "&&"),
            ("[a, '&']", "&"), ("[a, ;, b]", ";"), ("[ls, $HOME]", "$HOME"), ("[ls, $(pwd)]", "$(pwd)"),
            ("[ls, ~/music]", "~/music"), ("[wall, <, /etc/motd]", "<"),
        ])
    func shellWord(command: String, word: String) throws {
        #expect(
            try notes("  a: {title: A, button: {command: \(command)}}") == [Self.shell("command", word)])
    }

    @Test(
        "words that a program may want, and words for a shell that is given, are not noted",
        arguments: [
            "[sh, -c, 'cat /etc/motd | wall']", "[ssh, host, cat, /etc/motd, '|', wall]", "[sudo, bash, -c, 'a > b']",
            "[/bin/sh, script, '|']", "[awk, '{print $1}']", "[echo, 'a > b']", "[echo, $5]",
            "[find, /, -name, '*.jpg']",
            "['/opt/My App/run']", "[echo, a~b]", "[jq, '.a | .b']", "[echo, '']",
        ])
    func ordinary(command: String) throws {
        #expect(try notes("  a: {title: A, button: {command: \(command)}}") == [])
    }

    @Test("a program's name of several words is noted")
    func programOfWords() throws {
        #expect(
            try notes("  a: {title: A, button: {command: [\"aplay gong.wav\"]}}") == [
                "command: the program is called 'aplay gong.wav'; write each of its words as an item of the list"
            ])
    }

    @Test("programs of all keys are looked at, and each note has the key and the place of its list")
    func everywhere() throws {
        let controls = """
              a: {title: A, toggle: {command: {turn_on: [a, '|', b], turn_off: [a], state: [a, '>', b]}}}
              b: {title: B, value: {command: [a, '|', b], every: 1h}}
              c: {title: C, button: {capture: [a, "{file}", '|', b]}}
              d: {title: D, toggle: {timer: 5m, done: {command: [a, '|', b]}}}
            """
        let rest = "notify: {fault: {command: [a, '|', b]}}\nsound: {command: {tick: [a, '|', b]}}"
        let found = try panel(controls, rest).remarks()
        #expect(
            found.map { "\($0.position.line) \($0.message)" } == [
                "3 \(Self.shell("command", "|"))", "4 \(Self.shell("tick", "|"))", "6 \(Self.shell("turn_on", "|"))",
                "6 \(Self.shell("state", ">"))", "7 \(Self.shell("command", "|"))", "8 \(Self.shell("capture", "|"))",
                "9 \(Self.shell("command", "|"))",
            ])
    }
}
