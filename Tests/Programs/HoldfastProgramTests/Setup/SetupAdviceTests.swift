import Configuration
import Testing

@testable import holdfast

/// Defaults that follow the guide, and the advice of `check --advice` before the file is written.
struct SetupAdviceTests {
    /// A keypad of two rows, a lock and two lights, up to the question about the first light.
    private static func door(needsPIN: String, _ facts: SetupFacts) -> Talk {
        var talk = Talk(facts)
        if facts.panel != nil { talk.answer("add") }
        talk.answer("12 37 40")
        if facts.panel?.keypads.isEmpty != false {
            talk.answer("keypad", "29 31 33 35", "12 3#")
            talk.key("GPIO5", "GPIO13")
            talk.key("GPIO5", "GPIO19")
            talk.key("GPIO6", "GPIO13")
            talk.key("GPIO6", "GPIO19")
        }
        talk.answer("", "lock", "no", "high", "Front Door", "", needsPIN)
        talk.answer("light", "no", "high", "green", "light", "no", "high", "red")
        return talk
    }

    @Test("with a keypad and a control that needs a PIN, the first light shows the panel's status")
    func status() throws {
        var talk = Self.door(needsPIN: "yes", try .pi())
        #expect(talk.question.hasSuffix("(front-door, status) [status]"))
        talk.answer("")
        #expect(talk.question.hasSuffix("(front-door, status) [front-door]"))
        talk.answer("", "Hallway", "no")
        #expect(!talk.lines.contains { $0.hasPrefix("Note: keypad") })
    }

    @Test(
        "a lock on a panel with a keypad asks for a PIN at the pad itself, unless a person says else",
        arguments: [
            (answer: "", key: ", authentication: local}"), (answer: "local", key: ", authentication: local}"),
            (answer: "yes", key: ", authentication: required}"), (answer: "no", key: "active: high}}"),
        ])
    func atThePad(answer: String, key: String) throws {
        var talk = Self.door(needsPIN: answer, try .pi())
        let prompt =
            "? Must a person give a PIN for it? local: at the panel's own PIN pad; yes: there, on the page or in a program "
            + "(local, yes, no) [local]"
        #expect(talk.lines.contains(prompt))
        talk.answer("", "", "Hallway", "no", "")
        let line = try #require(talk.written?.split(separator: "\n").first { $0.contains("front-door: ") })
        #expect(line.contains(key), "\(line)")
    }

    @Test("a lock without a keypad, and a relay with one, are asked about without the pad")
    func withoutPad() throws {
        var talk = Talk(try .pi())
        talk.answer("12", "", "lock", "no", "high", "Front Door", "")
        #expect(talk.question == "? Must a person give a PIN for it? (yes, no) [yes]")
        talk.answer("local")
        #expect(talk.lines.suffix(2).first?.contains("yes") == true)
        let pad = "keypad: {rows: [GPIO5, GPIO6], columns: [GPIO13, GPIO19], keys: [\"12\", \"3#\"], enter: \"#\"}"
        var other = Talk(try .pi(panel: "name: Hall\ndomain: org.example.hall\n\(pad)\n"))
        other.answer("add", "12", "", "relay", "no", "high", "Lamp", "")
        #expect(other.question == "? Must a person give a PIN for it? (yes, no) [no]")
    }

    @Test("without a control that needs a PIN, the first light shows a control")
    func open() throws {
        let talk = Self.door(needsPIN: "no", try .pi())
        #expect(talk.question.hasSuffix("[front-door]"))
    }

    @Test(
        "the keypad of the existing panel counts, and so does what shows its status",
        arguments: [
            (shown: "", usual: "status"), (shown: "lights: {ok: {line: GPIO25, shows: status}}\n", usual: "front-door"),
            (shown: "display: {device: /dev/lcd, columns: 16, rows: 2}\n", usual: "front-door"),
        ])
    func existing(shown: String, usual: String) throws {
        let panel = """
            name: Hall
            domain: org.example.hall
            keypad: {rows: [GPIO5, GPIO6], columns: [GPIO13, GPIO19], keys: ["12", "3#"], enter: "#"}
            \(shown)
            """
        let talk = Self.door(needsPIN: "yes", try .pi(panel: panel))
        #expect(talk.question.hasSuffix("[\(usual)]"))
    }

    @Test("all advice of check is repeated before the file is written")
    func advice() throws {
        var talk = Self.door(needsPIN: "no", try .pi())
        talk.answer("", "front-door", "Hallway", "no")
        #expect(talk.question.hasPrefix("? Write"))
        let text = talk.lines.filter { $0.hasPrefix("+ ") }.map { "\($0.dropFirst(2))\n" }.joined()
        let advice = try PanelFile.parse(Array(text.utf8), file: "panel.yaml").advice.map { "Note: \($0.message)" }
        #expect(advice.count == 2)
        #expect(talk.lines.filter { $0.hasPrefix("Note: ") } == advice)
    }
}
