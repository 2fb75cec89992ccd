import Configuration
import MonotonicTime
import ProgramSupport

/// The dialogue of `holdfast setup`: a state machine from events with their times to effects.
///
/// ```
///   outputs named ─▶ inputs: listen, press twice, name ─▶ outputs: try, name ─▶ which does what ─▶ write ─▶ finish
/// ```
///
/// Only two effects put a level on a line. `drive` is for a line that a person has named as an output, and that has never
/// moved by itself. `scan` is for the lines of a keypad that a person has named, none of them an output.
package struct SetupDialogue: Sendable {
    private enum State {
        case asking(SetupQuestion)
        /// The learning is `nil` until the lines are watched.
        case listening(ContactLearning?)
        case typing(KeypadLearning, lines: [String])
        case driving(OutputTrial)
        case stoppingService
        case writing
        case finishing(SetupFinish)
        case over
    }

    /// The answers so far.
    package private(set) var draft = SetupDraft()
    private var facts: SetupFacts
    private var state = State.over
    private var isPulledUp = true
    /// The questions and lines of this session that are no part of the draft, and come once.
    private var asked: Set<SetupProgress.Mark> = []
    /// The lines that could not be had in this session.
    private var refused: Set<String> = []
    /// The text to write, once it is reviewed.
    private var text: [UInt8] = []
    private var effects: [SetupEffect] = []

    package init(_ facts: SetupFacts) {
        self.facts = facts
    }

    /// The time at which the dialogue wants `elapsed`; `nil` for none.
    package var deadline: MonotonicInstant? {
        if case .listening(let learning?) = state { learning.deadline } else { nil }
    }

    /// Begins the dialogue.
    package mutating func begin() -> [SetupEffect] {
        say("This writes \(facts.file) with you. Enter takes the answer in brackets; quit ends, and keeps the answers.")
        if let problem = facts.problem { say(problem) }
        proceed()
        return take()
    }

    /// Handles an event.
    package mutating func handle(_ event: SetupEvent, at time: MonotonicInstant) -> [SetupEffect] {
        if case .edge(let line, isHigh: _) = event { draft.moved.insert(line) }
        switch (event, state) {
        case (_, .over): break
        case (.answer(let text), _) where text.trimmedAnswer.lowercased() == "quit": leave()
        case (.inputEnded, _): leave()
        case (_, .finishing(var finish)):
            effects += finish.handle(event)
            state = .finishing(finish)
        case (.answer(let text), .asking(let question)): answer(text.trimmedAnswer, to: question)
        case (.answer(let text), .listening(let learning)): answer(text.trimmedAnswer.lowercased(), while: learning)
        case (.answer(let text), .typing(let learning, let lines)):
            answer(text.trimmedAnswer.lowercased(), while: learning, lines)
        case (.watching(let levels, let refused), .listening): begin(levels, refused)
        case (.edge(let line, let isHigh), .listening(var learning?)):
            let findings = learning.edge(line, isHigh: isHigh, at: time)
            state = .listening(learning)
            note(findings)
        case (.elapsed, .listening(var learning?)):
            let findings = learning.elapse(to: time)
            state = .listening(learning)
            note(findings)
        case (.scanned(let contacts), .typing(let learning, let lines)): scan(contacts, learning, lines)
        case (.driven, .driving(let trial)): ask(.outcome(trial))
        case (.linesLost(let reason), _):
            say("The lines are lost: \(reason). Outputs are inactive.")
            leave()
        case (.finished(let result), .stoppingService): stopped(result)
        case (.finished(let result), .writing): written(result)
        case (.answer, _), (.watching, _), (.edge, _), (.elapsed, _), (.scanned, _), (.driven, _), (.finished, _): break
        }
        return take()
    }

    private mutating func take() -> [SetupEffect] {
        defer { effects = [] }
        return effects
    }

    private mutating func say(_ text: String) { effects.append(.say(text)) }

    private mutating func ask(_ question: SetupQuestion) {
        state = .asking(question)
        effects.append(.ask(question.prompt(draft, facts), isSecret: false))
    }

    private mutating func leave(_ text: String? = nil) {
        if let text { say(text) }
        if case .finishing = state {
            // The panel's file is written, and the draft is gone.
            effects.append(.end(0))
        } else {
            if draft.outputs != nil {
                effects.append(.keep(draft))
                say("The answers are in \(facts.draftFile). The same command goes on with them.")
            }
            effects += [.release, .end(1)]
        }
        state = .over
    }

    // MARK: Questions

    private mutating func answer(_ text: String, to question: SetupQuestion) {
        let before = draft
        let consequence: SetupConsequence
        do throws(AnswerProblem) {
            consequence = try question.take(text, &draft, facts)
        } catch {
            say("\(error)")
            return ask(question)
        }
        if draft != before { effects.append(.keep(draft)) }
        if question == .outputs, let outputs = draft.outputs, !outputs.isEmpty {
            // A bare number is a pin's. A person who meant a line sees it before the program drives anything.
            say("Left alone for now: \(outputs.map { self.text(of: $0.line) }.joined(separator: ", ")).")
        }
        switch consequence {
        case .proceed: proceed(after: question)
        case .ask(let next): ask(next)
        case .learn(let learning, let lines):
            guard draft.moved.isDisjoint(with: lines) else { return proceed() }
            state = .typing(learning, lines: lines)
            effects.append(.scan(lines))
            askForKey(learning)
        case .drive(let trial): drive(trial)
        case .stopService:
            state = .stoppingService
            effects.append(.run(.stopService))
        case .write:
            state = .writing
            effects.append(.run(.write(self.text, keepsOld: draft.startsAnew == true)))
        case .leave(let text): leave(text)
        }
    }

    /// Goes on with what the draft leaves open.
    private mutating func proceed(after question: SetupQuestion? = nil) {
        if case .outcome(let trial)? = question, draft.outputs?[trial.output].isLeftOut == true {
            say("Nothing moves at either level: check its wires. The panel does without it.")
        }
        let progress = SetupProgress(facts, asked: asked)
        progress.settle(&draft)
        if !asked.contains(.board), !progress.isServiceOpen, let table = progress.table(draft) { show(table) }
        switch progress.next(draft) {
        case .ask(let question):
            asked.formUnion(question.isAskedOnce ? [.question(question)] : [])
            ask(question)
        case .listen: listen()
        case .review: review()
        case .nothingFree: leave("No line of the board is free, and nothing was changed.")
        }
    }

    private mutating func show(_ table: PinTable) {
        asked.insert(.board)
        say("Board: \(table.chip), \(counted(freePins.count, "free line")).")
        for pin in table.pins where pin.holder != PinTable.addOnMemory {
            if let holder = pin.holder {
                say("  \(pin.text): \(holder)")
            } else if draft.startsAnew == false, let use = pin.use {
                say("  \(pin.text): \(use) of the panel")
            }
        }
    }

    private var table: PinTable? { facts.tables.first { $0.chip == draft.chip } }
    private var freePins: [BoardPin] { table?.freePins(draft) ?? [] }

    private mutating func drive(_ trial: OutputTrial) {
        guard let line = draft.outputs?[trial.output].line, let pin = table?.pin(line), draft.mayTry(line),
            freePins.contains(pin)
        else { return ask(.level(trial.output)) }
        if trial.isSecond { say("Now the other level.") }
        state = .driving(trial)
        effects.append(.drive(line, isHigh: trial.isHigh, bias: pin.bias))
    }

    private mutating func stopped(_ result: SetupResult) {
        switch result {
        case .tables(let tables): facts.tables = tables
        case .failed(let reason): say("The panel goes on: \(reason). Its lines are left alone.")
        case .done, .people: break
        }
        proceed()
    }

    // MARK: Inputs

    private static let listeningPrompt =
        "Press a button, or move a contact (or: keypad; high, if a button connects its line to 3.3 V) [done]"

    private mutating func listen() {
        let outputs = Set((draft.outputs ?? []).map(\.line))
        let known = Set(draft.inputs.map(\.line) + (draft.keypad.map { $0.rows + $0.columns } ?? []) + draft.leftOut)
        let lines = freePins.map(\.line).filter {
            !outputs.contains($0) && !known.contains($0) && !refused.contains($0)
        }
        state = .listening(nil)
        effects.append(.watch(lines, isPulledUp: isPulledUp))
    }

    private mutating func begin(_ levels: [String: Bool], _ refused: [String: String]) {
        for (line, reason) in refused.sorted(by: { $0.key < $1.key }) {
            say("\(text(of: line)) is left out: \(reason).")
        }
        self.refused.formUnion(refused.keys)
        for pin in freePins where levels[pin.line] == !isPulledUp {
            let level = isPulledUp ? "low" : "high"
            say("\(pin.text) is \(level) with no hand on it: a stuck button, or a contact that opens.")
        }
        state = .listening(ContactLearning(levels: levels))
        effects.append(.ask(Self.listeningPrompt, isSecret: false))
    }

    private func text(of line: String) -> String { table?.text(of: line) ?? line }

    private mutating func note(_ findings: [ContactLearning.Finding]) {
        for finding in findings {
            switch finding {
            case .moved(let line, let isHigh):
                say("\(text(of: line)) went \(isHigh ? "high" : "low"). Let go, or move it back.")
            case .back: say("And the same once more (or: skip).")
            case .movedAgain(let line, let isHigh):
                say("\(text(of: line)) went \(isHigh ? "high" : "low") again. Let go, or move it back.")
            case .confirmed(let line, let isHigh):
                draft.inputs.append(.init(line: line, isActiveLow: !isHigh, isPulledUp: isPulledUp))
                effects += [.release, .keep(draft)]
                return proceed()
            case .other(let line, let expected):
                say("That was \(text(of: line)). Move the one on \(text(of: expected)) once more (or: skip).")
            case .together(let line, let other):
                say("\(text(of: line)) and \(text(of: other)) moved at once. Let go of both, and move one alone.")
            case .chatters(let line): return leaveOut(line, "changes all the time: a loose wire, or no contact")
            case .stuck(let line): return leaveOut(line, "does not come back: a stuck button")
            }
        }
    }

    private mutating func leaveOut(_ line: String, _ reason: String) {
        say("\(text(of: line)) \(reason). It is left out.")
        draft.leftOut.append(line)
        effects.append(.keep(draft))
        listen()
    }

    private mutating func answer(_ word: String, while learning: ContactLearning?) {
        switch word {
        case "", "done":
            draft.hasAllInputs = true
            effects += [.release, .keep(draft)]
            proceed()
        case "skip":
            guard let line = learning?.expected else {
                say("nothing has moved yet.")
                return effects.append(.ask(Self.listeningPrompt, isSecret: false))
            }
            leaveOut(line, "is skipped")
        case "keypad":
            effects.append(.release)
            if draft.keypad != nil || (draft.startsAnew == false && facts.panel?.keypads.isEmpty == false) {
                say("the panel has a keypad already.")
                return listen()
            }
            ask(.keypadPins)
        case "high", "low":
            isPulledUp = word == "low"
            listen()
        default:
            say("please answer with done, keypad, high, low, skip or quit, or press a button.")
            effects.append(.ask(Self.listeningPrompt, isSecret: false))
        }
    }

    // MARK: The keypad

    private mutating func askForKey(_ learning: KeypadLearning) {
        guard let key = learning.asked else { return }
        effects.append(.ask("Press the key \(key) (or: again, from the first key; skip)", isSecret: false))
    }

    private mutating func scan(_ contacts: Set<Contact>, _ learning: KeypadLearning, _ lines: [String]) {
        var learning = learning
        let finding = learning.scan(contacts)
        state = .typing(learning, lines: lines)
        switch finding {
        case nil: return
        case .learned:
            if let found = learning.lines {
                draft.keypad = .init(rows: found.rows, columns: found.columns, keys: learning.keys)
                say("Rows: \(found.rows.joined(separator: " ")); columns: \(found.columns.joined(separator: " ")).")
                effects += [.release, .keep(draft)]
                return proceed()
            }
        case .twice(let key): say("That was the key \(key) again, which is known.")
        case .crossed(let key):
            say("That is not where the key \(key) belongs: it shares no row or column with the keys before it.")
        case .several: say("Several contacts are closed at once. Let go of all keys.")
        }
        askForKey(learning)
    }

    private mutating func answer(_ word: String, while learning: KeypadLearning, _ lines: [String]) {
        var learning = learning
        switch word {
        case "again": learning.restart()
        case "skip":
            effects.append(.release)
            return proceed()
        default: say("please press the key, or answer with again, skip or quit.")
        }
        state = .typing(learning, lines: lines)
        askForKey(learning)
    }

    // MARK: The file

    private mutating func review() {
        let plan = PanelPlan(draft, facts)
        let isNew = draft.startsAnew == true
        if !isNew, plan.additions.isEmpty {
            say("There is nothing to change in \(facts.file).")
            return finish()
        }
        let old = isNew ? plan.beginning : facts.bytes ?? []
        do throws(PanelTextError) {
            text = try PanelText.adding(plan.additions, to: old, file: facts.file)
        } catch {
            return refuse(error)
        }
        for line in TextChange.lines(from: isNew ? [] : old, to: text) { say(line) }
        // The text has just been read without an error.
        for note in (try? PanelFile.parse(text, file: facts.file))?.adviceOnLines ?? [] { say("Note: \(note.message)") }
        ask(.review)
    }

    private mutating func refuse(_ error: PanelTextError) {
        switch error {
        case .unreadable(let errors), .wouldBreak(let errors, text: _): say(errors.description)
        case .wouldDiffer: break
        }
        say("\(facts.file) cannot be changed safely, and stays as it is.")
        self.text = []
        guard let text = error.text else { return leave() }
        state = .writing
        effects.append(.run(.writeBeside(text)))
    }

    private mutating func written(_ result: SetupResult) {
        switch result {
        case .done(let lines):
            for line in lines { say(line) }
            // A text beside the file is for a person, and changes no panel.
            guard !text.isEmpty else { return leave() }
            effects.append(.keep(nil))
            finish()
        case .failed(let reason): leave("Nothing was written: \(reason).")
        case .tables, .people: break
        }
    }

    private mutating func finish() {
        var finish = SetupFinish(facts, PanelPlan(draft, facts))
        effects.append(.keep(nil))
        effects += finish.begin()
        state = .finishing(finish)
    }
}
