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
struct SetupDialogue: Sendable {
    private enum State {
        case asking(SetupQuestion)
        case listening
        case typing(KeypadLearning, lines: [String])
        case driving(OutputTrial)
        case stoppingService
        case writing
        case finishing(SetupFinish)
        case over
    }

    private var answers = SetupAnswers()
    private var facts: SetupFacts
    private var state = State.over
    private var search = InputSearch()
    /// The questions and lines of this session that are no part of the draft, and come once.
    private var asked: Set<SetupProgress.Mark> = []
    /// The text to write, once it is reviewed.
    private var text: [UInt8] = []
    private var effects: [SetupEffect] = []

    init(_ facts: SetupFacts) {
        self.facts = facts
    }

    /// The answers so far.
    private(set) var draft: SetupDraft {
        get { answers.draft }
        set { answers.draft = newValue }
    }

    /// The time at which the dialogue wants `elapsed`; `nil` for none.
    var deadline: MonotonicInstant? {
        if case .listening = state { search.deadline } else { nil }
    }

    mutating func begin() -> [SetupEffect] {
        say(
            "This command writes \(facts.file) with you. Enter takes the answer in brackets; back returns to the "
                + "previous question; quit ends, and keeps the answers.")
        if let problem = facts.problem { say(problem) }
        proceed()
        return take()
    }

    mutating func handle(_ event: SetupEvent, at time: MonotonicInstant) -> [SetupEffect] {
        if case .edge(let line, isHigh: _) = event { draft.moved.insert(line) }
        switch (event, state) {
        case (_, .over): break
        case (.answer(let text), _) where text.trimmedAnswer.lowercased() == "quit": leave()
        case (.inputEnded, _): leave()
        case (_, .finishing(var finish)):
            effects += finish.handle(event)
            state = .finishing(finish)
        case (.answer(let text), _) where text.trimmedAnswer.lowercased() == "back": goBack()
        case (.answer(let text), .asking(let question)): answer(text.trimmedAnswer, to: question)
        case (.answer(let text), .listening): answerWhileListening(text.trimmedAnswer.lowercased())
        case (.answer(let text), .typing(let learning, let lines)):
            answer(text.trimmedAnswer.lowercased(), while: learning, lines)
        case (.watching(let levels, let refused), .listening): begin(levels, refused)
        case (.edge(let line, let isHigh), .listening): note(search.edge(line, isHigh: isHigh, at: time, table))
        case (.elapsed, .listening): note(search.elapse(to: time, table))
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
                effects.append(.keep(answers))
                say(
                    "The answers are in \(facts.draftFile). Run the same command to continue: 'back' changes an "
                        + "answer, and 'no' to the first question starts over.")
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
            consequence = try question.take(text, &answers.draft, facts)
        } catch {
            say("\(error)")
            return ask(question)
        }
        if consequence.canBeTakenBack(question) { answers.remember(.question(question), before: before) }
        if draft != before { effects.append(.keep(answers)) }
        if question == .outputs, let outputs = draft.outputs, !outputs.isEmpty {
            // A bare number is a pin's. A person who meant a line sees it before the program drives anything.
            say("Left alone for now: \(outputs.map { self.text(of: $0.line) }.joined(separator: ", ")).")
        }
        switch consequence {
        case .proceed: proceed(after: question)
        case .ask(let next): ask(next)
        case .learn(let keys, let lines): learn(keys, on: lines)
        case .resume(let kept):
            answers.resume(kept, facts)
            proceed()
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
            say("Nothing moves at either level: check its wires. It is left out of the panel.")
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
        case .failed(let reason): say("The panel keeps running: \(reason). Its lines are left alone.")
        case .done, .people: break
        }
        proceed()
    }

    // MARK: Back

    /// Takes the last answer back, and asks for it again.
    private mutating func goBack() {
        switch state {
        case .asking, .listening, .typing: break
        case .driving, .stoppingService, .writing, .finishing, .over: return
        }
        // A contact that has moved once is forgotten.
        if case .listening = state, search.expected != nil { return listen() }
        guard let place = answers.goBack() else {
            say("There is no earlier question.")
            return askAgain()
        }
        // The file has the earlier session's answers again, in case that setup ends at the question about them.
        effects += [.release, .keep(place == .question(.resume) ? facts.kept : answers)]
        // The new answer may lead to another chip.
        if table == nil { asked.remove(.board) }
        switch place {
        case .question(let question): ask(question)
        case .listening(let isPulledUp):
            search.isPulledUp = isPulledUp
            listen()
        case .typing(let keys, let lines): learn(keys, on: lines)
        }
    }

    private mutating func askAgain() {
        switch state {
        case .asking(let question): ask(question)
        case .listening: effects.append(.ask(InputSearch.prompt, isSecret: false))
        case .typing(let learning, lines: _): askForKey(learning)
        case .driving, .stoppingService, .writing, .finishing, .over: break
        }
    }

    // MARK: Inputs

    private var listening: SetupAnswers.Place { .listening(isPulledUp: search.isPulledUp) }

    private mutating func listen() {
        state = .listening
        effects.append(.watch(search.restart(draft, freePins), isPulledUp: search.isPulledUp))
    }

    private mutating func begin(_ levels: [String: Bool], _ refused: [String: String]) {
        for line in search.begin(levels, refused, freePins, table) { say(line) }
        effects.append(.ask(InputSearch.prompt, isSecret: false))
    }

    private func text(of line: String) -> String { table?.text(of: line) ?? line }

    private mutating func note(_ progress: InputSearch.Progress) {
        for line in progress.lines { say(line) }
        switch progress.end {
        case .found(let input):
            answers.remember(listening, before: draft)
            draft.inputs.append(input)
            effects += [.release, .keep(answers)]
            proceed()
        case .leftOut(let line): leaveOut(line)
        case nil: break
        }
    }

    private mutating func leaveOut(_ line: String) {
        draft.leftOut.append(line)
        effects.append(.keep(answers))
        listen()
    }

    private mutating func answerWhileListening(_ word: String) {
        switch word {
        case "", "done":
            answers.remember(listening, before: draft)
            draft.hasAllInputs = true
            effects += [.release, .keep(answers)]
            proceed()
        case "skip":
            guard let line = search.expected else {
                say("nothing has moved yet.")
                return askAgain()
            }
            answers.remember(listening, before: draft)
            say("\(text(of: line)) is skipped. It is left out.")
            leaveOut(line)
        case "keypad":
            effects.append(.release)
            if draft.keypad != nil || (draft.startsAnew == false && facts.panel?.keypads.isEmpty == false) {
                say("the panel already has a keypad.")
                return listen()
            }
            answers.remember(listening, before: draft)
            ask(.keypadPins)
        case "high", "low":
            if search.isPulledUp != (word == "low") { answers.remember(listening, before: draft) }
            search.isPulledUp = word == "low"
            listen()
        default:
            say("please answer with done, keypad, high, low, skip, back or quit, or press a button.")
            askAgain()
        }
    }

    // MARK: The keypad

    private mutating func learn(_ keys: [String], on lines: [String]) {
        guard draft.moved.isDisjoint(with: lines) else { return proceed() }
        let learning = KeypadLearning(keys: keys)
        state = .typing(learning, lines: lines)
        effects.append(.scan(lines))
        askForKey(learning)
    }

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
                answers.remember(.typing(keys: learning.keys, lines: lines), before: draft)
                draft.keypad = .init(rows: found.rows, columns: found.columns, keys: learning.keys)
                say("Rows: \(found.rows.joined(separator: " ")); columns: \(found.columns.joined(separator: " ")).")
                effects += [.release, .keep(answers)]
                return proceed()
            }
        case .twice(let key): say("That was the key \(key) again, which is already known.")
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
            answers.remember(.typing(keys: learning.keys, lines: lines), before: draft)
            effects.append(.release)
            return proceed()
        default: say("please press the key, or answer with again, skip, back or quit.")
        }
        state = .typing(learning, lines: lines)
        askForKey(learning)
    }

    // MARK: The file

    private mutating func review() {
        switch SetupReview(draft, facts) {
        case .nothingNew:
            say("There is nothing to change in \(facts.file).")
            finish()
        case .text(let text, let lines):
            self.text = text
            for line in lines { say(line) }
            ask(.review)
        case .refused(let text, let lines):
            self.text = []
            for line in lines { say(line) }
            guard let text else { return leave() }
            state = .writing
            effects.append(.run(.writeBeside(text)))
        }
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
