import Configuration
import GPIO
import MonotonicTime
import TestSupport
import Testing

@testable import holdfast

/// Sessions of people who answer anything, with contacts that do anything.
struct RandomSetupTests {
    private static let words = [
        "", "yes", "no", "none", "12", "12 37", "GPIO18 GPIO26 16", "keypad", "29 31 33 36 38", "12 34 #*", "skip",
        "high",
        "low", "on", "off", "nothing", "again", "relay", "lock", "light", "motor", "stays", "3", "contact", "new",
        "add",
        "Lamp", "lamp", "status", "done", "panel.local", "9", "???", "Ünïcode \"quoted\" #", "11", "13", "true", "off",
        "back",
    ]
    private static let fittingAnswers = [
        (question: "Press a button", answer: "keypad"),
        (question: "Which pins is the keypad on?", answer: "29 31 33 36 38"),
        (question: "What is printed on its keys", answer: "12 34 #*"),
    ]
    private static let lines = ["GPIO17", "GPIO27", "GPIO18", "GPIO26", "GPIO5", "GPIO6", "GPIO13", "GPIO16", "GPIO20"]
    private static let panel = """
        name: Hallway
        domain: org.example.hallway
        controls:
          lamp: {toggle: {line: GPIO22}}   # the lamp
        buttons: {action: {line: GPIO4, hold: lamp}}

        """

    /// Checks what is done to the lines, whatever the dialogue says.
    private struct Watchman {
        var dialogue: SetupDialogue
        var moved: Set<String> = []
        var written: [UInt8]?
        var isOver = false
        /// How often lines were driven and scanned, so that a test in which neither happens fails.
        var question = ""
        var drives = 0
        var scans = 0
        let reserved: Set<String> = ["GPIO2", "GPIO3", "GPIO8", "GPIO0", "GPIO1"]

        mutating func carryOut(_ effects: [SetupEffect]) {
            let named = Set((dialogue.draft.outputs ?? []).map(\.line))
            for effect in effects {
                switch effect {
                case .drive(let line, isHigh: _, bias: _):
                    drives += 1
                    #expect(named.contains(line) && !moved.contains(line) && !reserved.contains(line))
                case .scan(let lines):
                    scans += 1
                    #expect(named.union(moved).union(reserved).isDisjoint(with: lines))
                case .watch(let lines, isPulledUp: _): #expect(named.union(reserved).isDisjoint(with: lines))
                case .run(.write(let text, keepsOld: _)): written = text
                case .end: isOver = true
                case .ask(let question, isSecret: _): self.question = question
                case .say, .release, .keep, .run: break
                }
            }
        }

        /// Tries an answer and `back` in a copy of the dialogue.
        ///
        /// - Returns: Whether the answer changes the draft. Then draft and question must be as before.
        func isRestored(after event: SetupEvent, at now: MonotonicInstant) -> Bool {
            guard case .answer(let answer) = event, answer != "back" else { return false }
            var copy = dialogue
            let leadsOn = copy.handle(event, at: now).contains { effect in
                switch effect {
                case .run, .end, .keep(nil): true
                case .say, .ask, .watch, .scan, .drive, .release, .keep: false
                }
            }
            guard !leadsOn, copy.draft != dialogue.draft else { return false }
            let effects = copy.handle(.answer("back"), at: now)
            #expect(copy.draft == dialogue.draft, "\(question) \(answer)")
            for case .ask(let next, isSecret: _) in effects { #expect(next == question) }
            return true
        }
    }

    @Test("no sequence of answers, edges and backs drives a line that was not named as an output, or that has moved")
    func safety() throws {
        var (writings, drives, scans, restorations) = (0, 0, 0, 0)
        for seed in 0..<UInt64(Effort.count(600)) {
            var generator = SplitMix64(seed: seed)
            let hasPanel = generator.once(in: 2)
            let facts = try SetupFacts.pi(panel: hasPanel ? Self.panel : nil)
            var watchman = Watchman(dialogue: SetupDialogue(facts))
            var now = MonotonicInstant.zero
            watchman.carryOut(watchman.dialogue.begin())
            for _ in 0..<150 where !watchman.isOver {
                now = now.advanced(by: .milliseconds(generator.number(in: 0...80)))
                let event = Self.event(&generator, watchman.question)
                if case .edge(let line, isHigh: _) = event { watchman.moved.insert(line) }
                if watchman.isRestored(after: event, at: now) { restorations += 1 }
                watchman.carryOut(watchman.dialogue.handle(event, at: now))
            }
            drives += watchman.drives
            scans += watchman.scans
            if let text = watchman.written {
                writings += 1
                _ = try PanelFile.parse(text, file: "panel.yaml")
            }
        }
        #expect(writings > 0 && drives > 0 && scans > 0 && restorations > 0)
    }

    private static func event(_ generator: inout SplitMix64, _ question: String) -> SetupEvent {
        let line = lines[Int(generator.next() % UInt64(lines.count))]
        let other = lines[Int(generator.next() % UInt64(lines.count))]
        // Random words alone would hardly ever get as far as a keypad.
        let fitting = fittingAnswers.first { question.hasPrefix($0.question) }
        if let fitting, generator.once(in: 4) { return .answer(fitting.answer) }
        switch generator.next() % 16 {
        case 0..<8: return .answer(words[Int(generator.next() % UInt64(words.count))])
        case 8, 9: return .edge(line, isHigh: generator.once(in: 2))
        case 10: return .scanned(generator.once(in: 2) || line == other ? [] : [Contact(line, other)])
        case 11: return .driven
        case 12: return .elapsed
        case 13: return .finished(.done([]))
        case 14: return .finished(.failed("no"))
        default:
            return .watching(levels: Dictionary(uniqueKeysWithValues: lines.map { ($0, true) }), refused: [:])
        }
    }
}
