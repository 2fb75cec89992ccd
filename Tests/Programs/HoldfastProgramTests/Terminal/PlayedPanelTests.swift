import Configuration
import Testing

@testable import holdfast

/// The keys, gestures and lines of `holdfast play`.
@Suite
struct PlayedPanelTests {
    private static func panel(_ buttons: String) throws -> PanelDescription {
        let text = """
            name: Test
            domain: org.example.test
            controls: {lamp: {title: Lamp, toggle: {line: GPIO18}}}
            buttons: \(buttons)

            """
        return try PanelFile.parse(Array(text.utf8), file: "panel.yaml")
    }

    @Test(
        "the contact's durations make the gesture of the key",
        arguments: ["{line: GPIO17, hold: lamp}", "{line: GPIO17, hold: lamp, hold_time: 200ms, debounce: 60ms}"])
    func durations(button: String) throws {
        let panel = try Self.panel("{action: \(button)}")
        let button = try #require(panel.buttons.first)
        #expect(PlayedGesture.tap.moves(on: button)[0] < button.holdTime)
        #expect(PlayedGesture.tap.moves(on: button)[0] > button.debounce)
        #expect(PlayedGesture.hold.moves(on: button)[0] > button.holdTime)
        #expect(PlayedGesture.doubleTap.moves(on: button)[1] < button.doubleTapTime)
        // The last duration is with the contact open.
        for gesture in PlayedGesture.allCases { #expect(gesture.moves(on: button).count.isMultiple(of: 2)) }
    }

    @Test("a tap has a letter of the button's name, and a hold the capital letter; no key is used twice")
    func keys() throws {
        let buttons = (1...20).map { "action\($0): {line: GPIO\($0 + 19), hold: lamp}" }.joined(separator: ", ")
        let keys = PlayKeys(try Self.panel("{\(buttons)}"))
        #expect(keys.entries.prefix(2).map(\.key) == ["a", "A"])
        let used = keys.entries.compactMap(\.key)
        #expect(used.count == 40)
        #expect(Set(used).count == used.count)
        for entry in keys.entries { #expect(entry.key.flatMap { keys.action(of: $0) } == entry.action) }
    }

    @Test(
        "a line is cut to the terminal's columns, where wide characters count twice",
        arguments: [("Hallway", "Hallw…"), ("門の灯り", "門の…"), ("e\u{301}tage1", "e\u{301}tage1"), ("🔒🔒🔒🔒", "🔒🔒…")])
    func cutting(text: String, expected: String) {
        #expect(ClippedText(text).clipped(to: 6) == expected)
        #expect(ClippedText(text).clipped(to: 0) == text)
    }

    @Test("text of a panel's file cannot move the cursor")
    func escapes() {
        #expect(!ClippedText("a\u{1B}[2J\nb").clipped(to: 80).contains { $0 == "\u{1B}" || $0 == "\n" })
    }
}
