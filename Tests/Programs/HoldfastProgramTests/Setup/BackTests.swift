import Testing

@testable import holdfast

/// `back`, which takes the last answer back and asks its question again.
struct BackTests {
    /// The prompt while buttons are pressed.
    private static let listening = "? Press a button, or move a contact"

    @Test("back at each question leads to the question before, up to the first")
    func questions() throws {
        var talk = Talk(try .pi())
        talk.answer("12 37", "")
        let steps: [(question: String, answer: String)] = [
            ("? What is on pin 12 · GPIO18?", "lock"), ("? The lock on pin 12 · GPIO18", "no"),
            ("? At which level", "low"), ("? What do you call it?", "Door"), ("? Is it on until", "5"),
            ("? Must a person give a PIN", "yes"), ("? What is on pin 37 · GPIO26?", "light"),
            ("? The light on pin 37 · GPIO26", "yes"), ("? What did the light do?", "nothing"),
            ("? What did the light do?", "on"), ("? What do you call it?", "door"), ("? What does the light", "door"),
            ("? What do you call the panel?", "Hallway"), ("? May phones", "no"),
        ]
        var drafts: [SetupDraft] = []
        for (question, answer) in steps {
            #expect(talk.question.hasPrefix(question))
            drafts.append(talk.dialogue.draft)
            talk.answer(answer)
        }
        #expect(talk.question.hasPrefix("? Write panel.yaml?"))
        for (step, draft) in zip(steps, drafts).reversed() {
            talk.answer("back")
            #expect(talk.question.hasPrefix(step.question))
            #expect(talk.dialogue.draft == draft)
        }
        talk.answer("back")
        #expect(talk.question.hasPrefix(Self.listening))
        talk.answer("Back ")
        #expect(talk.question.hasPrefix("? Which pins move something"))
        talk.answer("back")
        #expect(talk.lines.suffix(2).first == "There is no earlier question.")
        #expect(talk.question.hasPrefix("? Which pins move something"))
        #expect(talk.driven == ["GPIO26 high", "GPIO26 low"])
    }

    @Test("after back, the new answer takes the place of the old one in the file")
    func changed() throws {
        var talk = Talk(try .pi())
        talk.answer("12", "", "relay", "yes", "on", "Lamb", "back", "Lamp", "", "", "Panel", "", "")
        let text = try #require(talk.written)
        #expect(text.contains("lamp: {title: Lamp,") && !text.contains("Lamb"))
        #expect(talk.driven == ["GPIO18 high"])
    }

    @Test("back over a learned button forgets it, and listens to its line again, which is never driven")
    func button() throws {
        var talk = Talk(try .pi())
        talk.answer("none")
        talk.press("GPIO17", times: 2)
        #expect(!talk.watched.contains("GPIO17"))
        talk.answer("back")
        #expect(talk.question.hasPrefix(Self.listening) && talk.watched.contains("GPIO17"))
        #expect(talk.dialogue.draft.inputs == [] && talk.dialogue.draft.moved == ["GPIO17"])
        talk.answer("back", "11")
        #expect(talk.lines.suffix(2).first == "pin 11 · GPIO17 has moved as an input.")
        talk.answer("none")
        talk.press("GPIO17", times: 2)
        talk.answer("contact", "Window", "no", "back", "back")
        #expect(talk.question.hasPrefix("? What do you call the contact?"))
        talk.answer("back", "bell", "", "Panel", "", "")
        #expect(talk.written?.contains("bell: {line: GPIO17, active: low, pull: up, hold: null}") == true)
    }

    @Test("back forgets a contact that has moved once, and a line that was skipped is watched again")
    func halfLearned() throws {
        var talk = Talk(try .pi())
        talk.answer("none")
        talk.press("GPIO17")
        talk.answer("back")
        #expect(talk.question.hasPrefix(Self.listening))
        talk.press("GPIO27", times: 2)
        #expect(talk.dialogue.draft.inputs.map(\.line) == ["GPIO27"])
        talk.answer("bell")
        talk.press("GPIO17")
        talk.answer("skip")
        #expect(!talk.watched.contains("GPIO17"))
        talk.answer("back")
        #expect(talk.watched.contains("GPIO17") && talk.dialogue.draft.leftOut == [])
        talk.answer("high")
        #expect(!talk.isPulledUp)
        talk.answer("back")
        #expect(talk.isPulledUp)
    }

    @Test("back over a learned keypad forgets it, and asks for its keys again")
    func keypad() throws {
        var talk = Talk(try .pi())
        talk.answer("12", "keypad", "29 31 36 38", "12 3#")
        talk.key("GPIO5", "GPIO16")
        talk.key("GPIO5", "GPIO20")
        talk.key("GPIO6", "GPIO16")
        talk.key("GPIO6", "GPIO20")
        #expect(talk.dialogue.draft.keypad != nil && talk.question.hasPrefix(Self.listening))
        talk.answer("back")
        #expect(talk.question.hasPrefix("? Press the key 1") && talk.dialogue.draft.keypad == nil)
        talk.answer("back")
        #expect(talk.question.hasPrefix("? What is printed on its keys"))
        talk.answer("back")
        #expect(talk.question.hasPrefix("? Which pins is the keypad on?"))
        talk.answer("back")
        #expect(talk.question.hasPrefix(Self.listening) && talk.watched.contains("GPIO5"))
    }

    @Test("back works in the next session, too, up to the first question of the session before")
    func restarted() throws {
        var talk = Talk(try .pi())
        talk.answer("12", "", "relay", "no", "low", "Lamp", "", "", "Panel", "no")
        #expect(talk.question.hasPrefix("? Write panel.yaml?"))
        talk.answer("no")
        #expect(talk.code == 1)
        #expect(
            talk.lines.last
                == "The answers are in panel.yaml.setup. Run the same command to continue: 'back' changes an answer, "
                + "and 'no' to the first question starts over.")
        let kept = try #require(talk.kept)
        var next = Talk(try .pi(kept: kept))
        next.answer("yes")
        #expect(next.question.hasPrefix("? Write panel.yaml?"))
        next.answer("back", "back", "back", "back")
        #expect(next.question.hasPrefix("? Is it on until"))
        next.answer("4")
        next.answer("", "Panel", "", "")
        #expect(next.written?.contains("button: {pulse: GPIO18, for: 4s, active: low}") == true)
        var over = Talk(try .pi(kept: kept))
        over.answer("no", "back")
        #expect(over.question.hasPrefix("? An earlier session was not finished.") && over.kept == kept)
        over.answer("yes")
        for _ in 0..<20 { over.answer("back") }
        #expect(over.lines.contains("There is no earlier question."))
        #expect(over.question.hasPrefix("? Which pins move something"))
    }

    @Test("a panel that was stopped stays stopped after back, and one that runs on may be stopped then")
    func service() throws {
        var facts = try SetupFacts.pi(panel: "name: Hall\ndomain: org.example.hall\n")
        (facts.hasService, facts.serviceRuns) = (true, true)
        var talk = Talk(facts)
        talk.result = { step in
            step == .stopService ? .tables(PinTable.tables(of: SetupFacts.lines, panel: nil)) : .done([])
        }
        talk.answer("add", "no", "back")
        #expect(talk.question.hasPrefix("? The panel runs"))
        talk.answer("yes", "back")
        #expect(talk.question.hasPrefix("? panel.yaml has the panel 'Hall'"))
        talk.answer("new")
        #expect(talk.question.hasPrefix("? Which pins move something"))
        #expect(talk.steps == [.stopService])
    }

    @Test("back at the questions about the owner's PIN asks for the name again, and undoes no step")
    func owner() throws {
        var facts = try SetupFacts.pi(panel: "name: Hall\ndomain: org.example.hall\n")
        facts.hasPanelSocket = true
        var talk = Talk(facts)
        talk.result = { $0 == .listPeople ? .people(owners: [], minimumDigits: 4) : .done([]) }
        talk.answer("add", "12", "", "lock", "no", "high", "Door", "", "yes", "no", "yes")
        #expect(talk.question.hasPrefix("? Who is the owner"))
        talk.answer("back")
        #expect(talk.lines.suffix(2).first == "There is no earlier question.")
        talk.answer("Ann", "24680", "back")
        #expect(talk.question.hasPrefix("? PIN of Ann"))
        talk.answer("back")
        #expect(talk.question.hasPrefix("? Who is the owner"))
        talk.answer("Anna", "24680", "24680")
        #expect(talk.steps.last == .enrol("Anna", pin: "24680"))
    }

    @Test("the first line and the last question name back")
    func named() throws {
        var talk = Talk(try .pi())
        #expect(
            talk.lines.first
                == "This command writes panel.yaml with you. Enter takes the answer in brackets; back returns to the "
                + "previous question; quit ends, and keeps the answers.")
        talk.answer("12", "", "relay", "no", "low", "Lamp", "", "", "Panel", "no")
        #expect(talk.question == "? Write panel.yaml? back changes an answer (yes, no) [yes]")
    }
}
