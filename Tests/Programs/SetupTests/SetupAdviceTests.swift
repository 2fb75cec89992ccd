import Configuration
import Testing

@testable import Setup

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
