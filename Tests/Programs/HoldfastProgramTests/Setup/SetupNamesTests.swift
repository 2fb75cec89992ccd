import Configuration
import Testing

@testable import holdfast

/// The names of parts.
struct SetupNamesTests {
    @Test("a name that another part has is refused in any letter case, and asked for again")
    func twice() throws {
        var talk = Talk(try .pi())
        talk.answer("12 16")
        talk.press("GPIO27", times: 2)
        talk.answer("contact", "Door", "yes")
        talk.press("GPIO22", times: 2)
        talk.answer("contact", "DOOR")
        #expect(
            talk.lines.suffix(2) == [
                "'DOOR' is the name of the contact on pin 13 · GPIO27; choose another one.",
                "? What do you call the contact? [Door 2]",
            ])
        talk.answer("Window", "yes", "", "lock", "no", "high", "door")
        #expect(
            talk.lines.suffix(2).first == "'door' is the name of the contact on pin 13 · GPIO27; choose another one.")
        talk.answer("Lock", "", "", "motor", "no", "high", "lock")
        #expect(talk.lines.suffix(2).first == "'lock' is the name of the lock on pin 12 · GPIO18; choose another one.")
    }

    @Test("a light may have the name of its control, and two lights or two buttons have names of their own")
    func kinds() throws {
        var talk = Talk(try .pi())
        talk.answer("12 37 40")
        talk.press("GPIO27", times: 2)
        talk.answer("Lamp")
        talk.press("GPIO22", times: 2)
        talk.answer("lamp")
        #expect(
            talk.lines.suffix(2).first == "'lamp' is the name of the button on pin 13 · GPIO27; choose another one.")
        talk.answer("", "", "relay", "no", "high", "Lamp", "", "", "light", "no", "high", "Lamp")
        talk.answer("light", "no", "high", "lamp")
        #expect(talk.lines.suffix(2).first == "'lamp' is the name of the light on pin 37 · GPIO26; choose another one.")
        #expect(talk.question == "? What do you call it? [Light]")
    }

    @Test("a name of the existing panel is refused, and the usual names are free ones")
    func existing() throws {
        let panel = """
            name: Hall
            domain: org.example.hall
            controls: {one: {title: Front Door, toggle: {line: GPIO5}}, door: {title: Gate, toggle: {line: GPIO6}}}
            buttons: {button1: {line: GPIO4, hold: one}}
            lights: {light: {line: GPIO13, shows: one}}

            """
        var talk = Talk(try .pi(panel: panel))
        talk.answer("add", "37")
        talk.press("GPIO27", times: 2)
        #expect(talk.question.hasSuffix("[button2]"))
        talk.answer("Button1")
        #expect(talk.lines.suffix(2).first == "'Button1' is the name of a button of the panel; choose another one.")
        talk.answer("contact")
        #expect(talk.question == "? What do you call the contact? [Door 2]")
        for name in ["front door", "Door", "gate"] {
            talk.answer(name)
            #expect(
                talk.lines.suffix(2).first == "'\(name)' is the name of a control of the panel; choose another one.")
        }
        talk.answer("Window", "", "", "light", "no", "high")
        #expect(talk.question == "? What do you call it? [Light 2]")
        var new = Talk(try .pi(panel: panel))
        new.answer("new", "none")
        new.press("GPIO27", times: 2)
        new.answer("contact", "Front Door")
        #expect(new.question.hasPrefix("? Was the door or window shut"))
    }

    @Test("the advice of check finds no fault with a usual name, and a relay has none", arguments: ["lock", "motor"])
    func usual(part: String) throws {
        var talk = Talk(try .pi())
        talk.answer("12 16", "", "relay", "no", "high", "")
        #expect(
            talk.lines.suffix(2) == [
                "What does it switch, such as Lamp?", "? What do you call it? Name what it switches, such as Lamp",
            ])
        talk.answer("Lamp", "", "", part, "no", "high", "", "", "", "Panel", "no")
        #expect(talk.question.hasPrefix("? Write"))
        #expect(!talk.lines.contains { $0.contains("title") && $0.hasPrefix("Note") })
    }
}
