import Configuration
import Testing

@testable import holdfast

/// Contacts that belong to controls.
struct ContactControlTests {
    /// A session with two contacts, up to the question about the first one's control.
    private static func talk(_ parts: (part: String, seconds: String)...) throws -> Talk {
        var talk = Talk(try .pi())
        talk.answer(["12", "16"].prefix(parts.count).joined(separator: " "))
        talk.press("GPIO27", times: 2)
        talk.answer("contact", "Door", "yes")
        talk.press("GPIO22", times: 2)
        talk.answer("contact", "Window", "yes", "")
        for (index, part) in parts.enumerated() {
            talk.answer(part.part, "no", "high", "Part \(index + 1)", part.seconds, "no")
        }
        return talk
    }

    @Test("a door's contact belongs to the only lock, and the lock tells whether the door is open")
    func lock() throws {
        var talk = try Self.talk(("lock", "3"), ("relay", "stays"))
        #expect(
            talk.question
                == "? Does the contact 'Door' belong to a control, as a door's contact belongs to the door's lock? The "
                + "control then shows the contact's state; none: the contact is a control of its own "
                + "(none, part-1, part-2) [part-1]")
        talk.answer("")
        #expect(talk.question.hasPrefix("? Does the contact 'Window' belong"))
        #expect(talk.question.hasSuffix("(none, part-2) [none]"))
        talk.answer("part-2", "Panel", "no", "")
        let text = try #require(talk.written)
        #expect(
            text.contains(
                "button: {pulse: GPIO18, for: 3s, active: high}, "
                    + "sensor: {line: GPIO27, active: low, pull: up, value_on: Open, value_off: Shut}}"))
        // A toggle is on or off, not open or shut.
        #expect(
            text.contains("toggle: {line: GPIO23, active: high}, sensor: {line: GPIO22, active: low, pull: up}}"))
    }

    @Test("with two locks or none, a contact stands alone unless a person says to which control it belongs")
    func choice() throws {
        var two = try Self.talk(("lock", "3"), ("lock", "3"))
        #expect(two.question.hasSuffix("(none, part-1, part-2) [none]"))
        two.answer("part-1", "part-2", "Panel", "no", "")
        #expect(two.written?.contains("value_on") == true)
        let none = try Self.talk(("motor", "3"))
        #expect(none.question.hasSuffix("(none, part-1) [none]"))
    }

    @Test("a control has one contact, and the question about the next one is left out when no control is free")
    func taken() throws {
        var talk = try Self.talk(("lock", "3"))
        talk.answer("")
        #expect(talk.question.hasPrefix("? What do you call the panel?"))
        talk.answer("Panel", "no", "")
        #expect(talk.written?.contains("window: {title: Window, sensor: {line: GPIO22") == true)
    }
}
