import Configuration
import GPIO
import MonotonicTime
import Testing

@testable import holdfast

/// The dialogue, without a terminal and without a board.
struct SetupDialogueTests {
    /// One relay, one light, one button, up to the review.
    private static func small(_ facts: SetupFacts) -> Talk {
        var talk = Talk(facts)
        talk.answer("12 GPIO26")
        talk.press("GPIO17", times: 2)
        talk.answer("action", "", "relay", "yes", "on", "Lamp", "", "")
        talk.answer("light", "", "nothing", "on", "Lamp", "", "")
        talk.answer("Hallway", "")
        return talk
    }

    @Test("a button, a relay and a light become a panel that the strict reader takes")
    func small() throws {
        var talk = Self.small(try .pi())
        #expect(talk.question == "? Write panel.yaml? back changes an answer (yes, no) [yes]")
        talk.answer("")
        #expect(
            talk.written == """
                # Written by 'holdfast setup'. 'holdfast explain' explains all keys.

                name: Hallway
                domain: org.example.hallway  # your domain, reversed: the name of each control begins with it

                controls:
                  lamp: {title: Lamp, toggle: {line: GPIO18, active: high}}  # pin 12, relay

                buttons:
                  action: {line: GPIO17, active: low, pull: up, hold: lamp}  # pin 11

                lights:
                  lamp: {line: GPIO26, active: low, shows: lamp}  # pin 37

                """)
        #expect(talk.driven == ["GPIO18 high", "GPIO26 high", "GPIO26 low"])
        #expect(talk.code == 0 && talk.kept == nil)
    }

    @Test(
        "the review names an output that the board's own resistor switches on until the panel starts",
        arguments: [true, false])
    func resistor(isActiveLow: Bool) throws {
        var talk = Talk(try .pi())
        talk.answer("12", "", "relay", "yes", isActiveLow ? "off" : "on", "Lamp", "", "", "Panel", "")
        #expect(talk.question.hasPrefix("? Write"))
        let note = "Note: control 'lamp': a Raspberry Pi pulls GPIO18 down until the panel starts"
        #expect(talk.lines.contains { $0.hasPrefix(note) } == isActiveLow)
    }

    @Test("an open door is on, whichever way its contact was moved first", arguments: [("yes", "low"), ("no", "high")])
    func openIsOn(wasShut: String, active: String) throws {
        var talk = Talk(try .pi())
        talk.answer("none")
        talk.press("GPIO27", times: 2)
        talk.answer("contact", "Door", wasShut, "", "Panel", "", "")
        let sensor = "sensor: {line: GPIO27, active: \(active), pull: up, value_on: Open, value_off: Shut}"
        #expect(try #require(talk.written).contains(sensor))
    }

    @Test("the board's pins are named by pin and line, and those in use with their holder")
    func board() throws {
        let talk = Talk(try .pi())
        #expect(
            talk.lines.dropFirst().prefix(4) == [
                "Board: pinctrl-bcm2711, 23 free lines.", "  pin 3 · GPIO2: i2c", "  pin 5 · GPIO3: i2c",
                "  pin 24 · GPIO8: spi0 CS0",
            ])
    }

    @Test("outputs and lines in use are not watched, not even with a resistor")
    func untouched() throws {
        var talk = Talk(try .pi())
        talk.answer("pin 12, 37")
        #expect(talk.watched.count == 28 - 5 - 2)
        #expect(Set(["GPIO18", "GPIO26", "GPIO2", "GPIO8", "GPIO0"]).isDisjoint(with: talk.watched))
    }

    @Test(
        "an answer that makes no sense is asked for again with one line",
        arguments: [
            ("9", "pin 9 is supply or ground."), ("41", "the header has pins 1 to 40."),
            ("3", "pin 3 · GPIO2 is in use: i2c."),
            ("GPI018", "'GPI018' is not a line of this board; did you mean 'GPIO18'?"),
            ("the relay", "'the' is not a line of this board; write a line as 11 (its pin) or GPIO17."),
        ])
    func senseless(answer: String, problem: String) throws {
        var talk = Talk(try .pi())
        let question = talk.question
        let before = talk.lines.count
        talk.answer(answer)
        #expect(talk.lines.dropFirst(before) == [problem, question])
    }

    @Test("a contact to 3.3 V is found with the other resistor, and a contact that opens by its level at rest")
    func polarities() throws {
        var talk = Talk(try .pi(), atRest: ["GPIO27": false])
        talk.answer("none")
        #expect(talk.lines.contains { $0.hasPrefix("pin 13 · GPIO27 is low at rest: a stuck button") })
        talk.press("GPIO27", times: 2)
        talk.answer("contact", "Front Door", "yes", "high")
        #expect(!talk.isPulledUp)
        talk.press("GPIO22", times: 2)
        talk.answer("side", "", "Panel", "", "")
        let text = try #require(talk.written)
        #expect(
            text.contains(
                "front-door: {title: Front Door, sensor: {line: GPIO27, active: high, pull: up, value_on: Open, value_off: Shut}}  # pin 13, contact"
            ))
        #expect(text.contains("side: {line: GPIO22, active: high, pull: down, hold: null}  # pin 15"))
    }

    @Test("a stuck button and a loose wire are said and left out")
    func faults() throws {
        var talk = Talk(try .pi())
        talk.answer("none")
        talk.move("GPIO17")
        talk.pass(.seconds(31))
        #expect(talk.lines.contains("pin 11 · GPIO17 does not return to rest: a stuck button. It is left out."))
        #expect(!talk.watched.contains("GPIO17") && talk.watched.contains("GPIO27"))
        for _ in 0..<60 {
            talk.move("GPIO27")
            talk.pass(.milliseconds(20))
        }
        #expect(talk.lines.contains { $0.hasPrefix("pin 13 · GPIO27 changes all the time") })
        #expect(!talk.watched.contains("GPIO27"))
        talk.answer("", "Panel", "")
        #expect(talk.dialogue.draft.leftOut == ["GPIO17", "GPIO27"])
    }

    @Test("the second press must be of the same line, and two lines at once do not count")
    func presses() throws {
        var talk = Talk(try .pi())
        talk.answer("none")
        talk.press("GPIO17")
        talk.press("GPIO27")
        #expect(talk.lines.last == "That was pin 13 · GPIO27. Move the one on pin 11 · GPIO17 once more (or: skip).")
        talk.press("GPIO17")
        #expect(talk.dialogue.draft.inputs.map(\.line) == ["GPIO17"])
        talk.answer("one")
        talk.move("GPIO27")
        talk.pass(.milliseconds(50))
        talk.move("GPIO22")
        talk.pass(.milliseconds(50))
        #expect(talk.lines.last?.hasPrefix("pin 13 · GPIO27 and pin 15 · GPIO22 moved together") == true)
        talk.release("GPIO27")
        talk.release("GPIO22")
        talk.pass(.seconds(1))
        talk.press("GPIO22", times: 2)
        #expect(talk.dialogue.draft.inputs.map(\.line) == ["GPIO17", "GPIO22"])
    }

    @Test("a keypad's rows and columns follow from its keys, and crossed or repeated keys are asked for again")
    func keypad() throws {
        var talk = Talk(try .pi())
        talk.answer("12", "keypad", "GPIO18 GPIO5 GPIO6 GPIO13")
        #expect(talk.lines.suffix(2).first == "pin 12 · GPIO18 moves something; use other lines for the keypad.")
        talk.answer("29 31 33 36 38")
        talk.answer("12 34 #*")
        #expect(talk.question == "? Press the key 1 (or: again, from the first key; skip)")
        #expect(talk.scanned == ["GPIO5", "GPIO6", "GPIO13", "GPIO16", "GPIO20"])
        talk.key("GPIO5", "GPIO16")
        talk.key("GPIO5", "GPIO16")
        #expect(talk.lines.suffix(2).first == "That was the key 1 again, which is already known.")
        talk.key("GPIO20", "GPIO5")
        talk.key("GPIO20", "GPIO6")
        #expect(talk.lines.suffix(2).first?.hasPrefix("That is not where the key 3 belongs") == true)
        talk.key("GPIO16", "GPIO6")
        talk.handle(.scanned([Contact("GPIO5", "GPIO16"), Contact("GPIO6", "GPIO20")]))
        talk.handle(.scanned([Contact("GPIO5", "GPIO16"), Contact("GPIO6", "GPIO20")]))
        #expect(talk.lines.suffix(2).first == "Several contacts are closed at once. Let go of all keys.")
        talk.handle(.scanned([]))
        talk.handle(.scanned([]))
        talk.key("GPIO20", "GPIO6")
        talk.key("GPIO16", "GPIO13")
        talk.key("GPIO20", "GPIO13")
        #expect(talk.dialogue.draft.keypad?.rows == ["GPIO5", "GPIO6", "GPIO13"])
        #expect(talk.dialogue.draft.keypad?.columns == ["GPIO16", "GPIO20"])
        talk.answer("", "lock", "no", "low", "Door", "", "", "Panel", "", "")
        let text = try #require(talk.written)
        #expect(
            text.contains(
                "door: {title: Door, button: {pulse: GPIO18, for: 3s, active: low}, authentication: local}  # pin 12, lock"
            ))
        #expect(text.contains("keypad: {rows: [GPIO5, GPIO6, GPIO13], columns: [GPIO16, GPIO20]"))
        #expect(talk.driven == [])
    }

    @Test("a relay is driven only after yes, and an output that nothing moves is left out")
    func relays() throws {
        var talk = Talk(try .pi())
        talk.answer("12 16 18")
        #expect(talk.lines.contains("Left alone for now: pin 12 · GPIO18, pin 16 · GPIO23, pin 18 · GPIO24."))
        talk.answer("", "relay")
        #expect(talk.question.hasSuffix("Is that safe? (yes, no) [no]"))
        talk.answer("maybe")
        #expect(talk.driven == [])
        talk.answer("", "skip", "relay", "yes", "off")
        #expect(talk.driven == ["GPIO23 high"])
        talk.answer("Pump", "5", "", "relay", "yes", "nothing", "nothing")
        #expect(talk.driven == ["GPIO23 high", "GPIO24 high", "GPIO24 low"])
        talk.answer("Panel", "", "")
        let text = try #require(talk.written)
        #expect(text.contains("pump: {title: Pump, button: {pulse: GPIO23, for: 5s, active: low}}"))
        #expect(!text.contains("GPIO18") && !text.contains("GPIO24"))
    }

    @Test("a session that was left goes on with its answers", arguments: ["quit", "QUIT "])
    func resumed(word: String) throws {
        var talk = Talk(try .pi())
        talk.answer("12")
        talk.press("GPIO17", times: 2)
        talk.answer(word)
        #expect(talk.code == 1)
        let kept = try #require(talk.kept)
        var next = Talk(try .pi(kept: kept))
        next.answer("")
        #expect(next.question.hasPrefix("? What do you call this button"))
        next.answer("a", "")
        #expect(next.question.hasPrefix("? What is on pin 12 · GPIO18?"))
        var over = Talk(try .pi(kept: kept))
        over.answer("no")
        #expect(over.dialogue.draft.outputs == nil && over.question.hasPrefix("? Which pins move something"))
    }

    @Test("Enter replaces a panel without parts, whose name and domain every fresh installation has")
    func fresh() throws {
        var talk = Talk(try .pi(panel: "name: Panel\ndomain: local.panel\ncontrols: {}\n"))
        #expect(talk.question.hasSuffix("(add, new) [new]"))
        talk.answer("")
        #expect(talk.question.hasPrefix("? Which pins move something"))
    }

    @Test("an existing panel keeps its text, and its lines are left alone")
    func existing() throws {
        let old = """
            # mine
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {toggle: {line: GPIO18}}   # the lamp

            buttons: {action: {line: GPIO17, hold: lamp}}

            """
        var talk = Talk(try .pi(panel: old))
        #expect(
            talk.question
                == "? panel.yaml has the panel 'Hallway': 1 control, 1 button, 0 lights. Add to it, or start a new file? "
                + "The old one is then kept as panel.yaml.old (add, new) [add]")
        talk.answer("add")
        #expect(talk.lines.contains("  pin 12 · GPIO18: control lamp of the panel"))
        talk.answer("12")
        #expect(talk.lines.contains("pin 12 · GPIO18 is in the panel: control lamp."))
        talk.answer("16")
        #expect(!talk.watched.contains("GPIO17"))
        talk.press("GPIO27", times: 2)
        talk.answer("Action!", "", "motor", "yes", "on", "Lamp!", "", "", "lamp-2", "no", "")
        #expect(
            talk.written == """
                # mine
                name: Hallway
                domain: org.example.hallway
                controls:
                  lamp: {toggle: {line: GPIO18}}   # the lamp
                  lamp-2: {title: "Lamp!", toggle: {line: GPIO23, active: high}}  # pin 16, motor

                buttons: {action: {line: GPIO17, hold: lamp}, action-2: {line: GPIO27, active: low, pull: up, hold: lamp-2}}

                """)
        #expect(talk.lines.contains("- buttons: {action: {line: GPIO17, hold: lamp}}"))
    }

    @Test("a file with errors stays as it is, unless the person wants a new one")
    func broken() throws {
        var talk = Talk(try .pi(problem: "panel.yaml:1:1: error: no panel"))
        talk.answer("")
        #expect(talk.code == 1 && talk.steps == [])
        var new = Talk(try .pi(problem: "panel.yaml:1:1: error: no panel"))
        new.answer("new", "none", "", "", "no", "yes")
        guard case .write(_, keepsOld: true)? = new.steps.first else {
            Issue.record("not written: \(new.lines)")
            return
        }
    }

    @Test("a board without a free line, and a chip that goes, end the session in one line")
    func noLines() throws {
        var facts = try SetupFacts.pi()
        facts.tables = PinTable.tables(
            of: SetupFacts.lines.map { line in
                var line = line
                line.consumer = "other"
                return line
            }, panel: nil)
        let talk = Talk(facts)
        #expect(talk.code == 1)
        #expect(talk.lines.last == "No line of the board is free, and nothing was changed.")
        var gone = Talk(try .pi())
        gone.answer("12")
        gone.handle(.linesLost("gpiochip0 is gone"))
        #expect(gone.code == 1)
        #expect(gone.lines.contains("The lines are lost: gpiochip0 is gone. Outputs are inactive."))
        #expect(gone.kept?.draft.outputs?.count == 1)
    }

    @Test("a person chooses among several chips without a header")
    func chips() throws {
        var facts = try SetupFacts.pi()
        let lines = ["one", "two"].flatMap { chip in
            (0..<8).map { offset in
                let address = LineAddress(chip: "/dev/\(chip)", chipLabel: chip, offset: offset, name: nil)
                return LineInfo(address: address, isOutput: false, consumer: nil)
            }
        }
        facts.tables = PinTable.tables(of: lines, panel: nil)
        var talk = Talk(facts)
        #expect(talk.question == "? Which chip has the panel's lines? (one, two)")
        talk.answer("two", "two:3", "", "relay", "yes", "on", "Lamp", "", "", "Panel", "", "")
        #expect(talk.written?.contains("board: \"two\"") == true)
        #expect(talk.written?.contains("toggle: {line: \"two:3\", active: high}") == true)
    }
}
