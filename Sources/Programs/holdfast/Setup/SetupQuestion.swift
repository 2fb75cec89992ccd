import Configuration
import ControlModel
import ProgramSupport

/// A moment in which an output is driven, to see what its part does.
struct OutputTrial: Codable, Sendable, Hashable {
    var output: Int
    var isHigh: Bool
    /// Whether nothing happened at the other level.
    var isSecond = false

    /// The trial at the other level.
    var other: OutputTrial { OutputTrial(output: output, isHigh: !isHigh, isSecond: true) }
}

/// A question with one answer, which changes the draft.
enum SetupQuestion: Codable, Sendable, Hashable {
    /// Whether to go on with the answers of an earlier session.
    case resume
    case chip
    /// Whether to add to the existing panel.
    case file
    /// Whether to leave a file that cannot be used as it is.
    case brokenFile
    /// Whether to stop the running panel.
    case service
    case outputs
    case inputName(Int)
    case contactName(Int)
    /// Whether a contact's door was shut before it was moved.
    case contactRest(Int)
    case keypadPins
    case keypadKeys([String])
    case part(Int)
    case trial(Int)
    case level(Int)
    case outcome(OutputTrial)
    case outputName(Int)
    case duration(Int)
    case pin(Int)
    case shows(Int)
    /// The control of a button or a contact.
    case control(Int)
    case name
    case host
    case review
}

/// The consequence of an answer.
enum SetupConsequence {
    /// The next question is the first that the draft leaves open.
    case proceed
    case ask(SetupQuestion)
    /// The keys of a keypad, row by row, are pressed.
    case learn([String], lines: [String])
    /// The answers of an earlier session count.
    case resume(SetupAnswers)
    case drive(OutputTrial)
    case stopService
    case write
    /// The session ends without a change.
    case leave(String)

    /// Whether `back` leads to the question: a step outside the dialogue is not undone, and a trial that is made again
    /// leads to the same question.
    func canBeTakenBack(_ question: SetupQuestion) -> Bool {
        switch self {
        case .proceed, .ask, .learn: true
        case .drive(let trial): question != .outcome(trial)
        case .resume, .stopService, .write, .leave: false
        }
    }
}

extension SetupFacts {
    /// The existing panel and the numbers of its parts, as a sentence.
    fileprivate var panelInWords: String {
        guard let panel else { return "" }
        let parts = [
            counted(panel.controls.count, "control"), counted(panel.buttons.count, "button"),
            counted(panel.lights.count, "light"),
        ]
        return "\(file) has the panel '\(panel.name)': \(parts.joined(separator: ", "))."
    }

    /// The usual answer to `file`. A panel without parts, such as the one of a fresh installation, still has the name and
    /// the domain that every such panel has.
    fileprivate var usualFile: String {
        guard let panel, panel.controls.isEmpty, panel.buttons.isEmpty, panel.lights.isEmpty else { return "add" }
        return "new"
    }
}

extension SetupQuestion {
    /// The question on one line.
    func prompt(_ draft: SetupDraft, _ facts: SetupFacts) -> String {
        let pins = facts.tables.first { $0.chip == draft.chip }
        let names = SetupNames(draft, facts)
        func text(_ line: String) -> String { pins?.text(of: line) ?? line }
        func output(_ index: Int) -> SetupDraft.Output { draft.outputs?[index] ?? .init(line: "") }
        switch self {
        case .resume:
            return Answers.prompt(
                "An earlier session was not finished. Continue with its answers?", ["yes", "no"], default: "yes")
        case .chip: return Answers.prompt("Which chip has the panel's lines?", facts.tables.map(\.chip))
        case .file:
            return Answers.prompt(
                "\(facts.panelInWords) Add to it, or start a new file? The old one is then kept as \(facts.file).old",
                ["add", "new"], default: facts.usualFile)
        case .brokenFile:
            let words = "Leave it as it is, or start a new file? The old one is then kept as \(facts.file).old"
            return Answers.prompt(words, ["leave", "new"], default: "leave")
        case .service:
            return Answers.prompt(
                "The panel runs and holds its lines. Stop it until setup ends?", ["yes", "no"], default: "yes")
        case .outputs:
            return Answers.prompt(
                "Which pins move something: a relay, a lock, a motor, a light? Pins or names, such as 12 GPIO26",
                default: "none")
        case .inputName(let index):
            return Answers.prompt(
                "What do you call this button (or: contact, if it is on a door or a window)?",
                default: names.usual(ofInput: index))
        case .contactName(let index):
            return Answers.prompt("What do you call the contact?", default: names.usual(ofInput: index))
        case .contactRest:
            return Answers.prompt("Was the door or window shut before you moved it?", ["yes", "no"], default: "yes")
        case .keypadPins: return "Which pins is the keypad on? Pins or names, or skip"
        case .keypadKeys(let lines):
            return Answers.prompt(
                "What is printed on its keys, row by row?", default: Answers.usualKeys(lines: lines.count))
        case .part(let index):
            return Answers.prompt(
                "What is on \(text(output(index).line))?", SetupDraft.Part.allCases.map(\.rawValue), default: "relay")
        case .trial(let index):
            let line = text(output(index).line)
            if output(index).part == .light {
                return Answers.prompt(
                    "The light on \(line) is lit for half a second. Now?", ["yes", "no"], default: "yes")
            }
            let part = noun(index, draft)
            return Answers.prompt(
                "The \(part) on \(line) is switched for half a second, twice at most. Is that safe?", ["yes", "no"],
                default: "no")
        case .level(let index):
            return Answers.prompt(
                "At which level of \(text(output(index).line)) is the \(noun(index, draft)) on?",
                ["high", "low", "skip"], default: "high")
        case .outcome(let trial):
            return Answers.prompt(
                "What did the \(noun(trial.output, draft)) do? on: it came on or clicked; off: it was on, and went off",
                ["on", "off", "nothing", "again"])
        case .outputName(let index):
            guard let usual = names.usual(ofOutput: index) else {
                return Answers.prompt("What do you call it? Name what it switches, such as Lamp")
            }
            return Answers.prompt("What do you call it?", default: usual)
        case .duration(let index):
            let usual = output(index).part == .lock ? "3" : "stays"
            return Answers.prompt(
                "Is it on until it is switched off, or for some seconds?", ["stays", "or seconds such as 3"],
                default: usual)
        case .pin(let index):
            let (words, usual) = pinAnswers(output(index), draft, facts)
            let question = "Must a person give a PIN for it?"
            guard words.contains(Self.atPad) else { return Answers.prompt(question, words, default: usual) }
            return Answers.prompt(
                "\(question) \(Self.atPad): at the panel's own PIN pad; yes: there, on the page or in a program", words,
                default: usual)
        case .shows(let index):
            let plan = PanelPlan(draft, facts)
            let words = plan.shownKeys + [PanelPlan.status]
            return Answers.prompt(
                "What does the light '\(output(index).name ?? "")' on \(text(output(index).line)) show? "
                    + "status: the panel's status",
                words, default: usualShown(plan, draft, words))
        case .control(let index):
            let input = draft.inputs[index]
            let (words, usual) = controls(index, draft, facts)
            let question =
                input.isSensor == true
                ? "Does the contact '\(input.name ?? "")' belong to a control, as a door's contact belongs to the door's "
                    + "lock? The control then shows the contact's state; none: the contact is a control of its own"
                : "What does holding the button '\(input.name ?? "")' perform?"
            return Answers.prompt(question, words, default: usual)
        case .name: return Answers.prompt("What do you call the panel?", default: "Panel")
        case .host:
            let words = "May phones and tablets on this network open the page? no, or a host name such as "
            return Answers.prompt(words + facts.hostName + ".local", default: "no")
        case .review:
            return Answers.prompt("Write \(facts.file)? back changes an answer", ["yes", "no"], default: "yes")
        }
    }

    /// The answer for a PIN at the panel's own pad: the value of `authentication`.
    private static let atPad = ControlAuthentication.local.rawValue

    /// The answers about the PIN of an output, and the one that Enter stands for. Only a lock is asked about the pad: a person who
    /// opens a door stands in front of it.
    private func pinAnswers(
        _ output: SetupDraft.Output, _ draft: SetupDraft, _ facts: SetupFacts
    ) -> (words: [String], usual: String) {
        guard output.part == .lock else { return (["yes", "no"], "no") }
        return PanelPlan(draft, facts).hasKeypad ? ([Self.atPad, "yes", "no"], Self.atPad) : (["yes", "no"], "yes")
    }

    private func noun(_ index: Int, _ draft: SetupDraft) -> String { draft.outputs?[index].part?.rawValue ?? "part" }

    private func usualShown(_ plan: PanelPlan, _ draft: SetupDraft, _ words: [String]) -> String {
        if plan.wantsStatusLight { return PanelPlan.status }
        return words.first { word in !(draft.outputs ?? []).contains { $0.shows == word } } ?? words[0]
    }

    /// The keys that a button can perform or a contact can belong to, with `none`, and the one that Enter stands for.
    private func controls(_ index: Int, _ draft: SetupDraft, _ facts: SetupFacts) -> (words: [String], usual: String) {
        let plan = PanelPlan(draft, facts)
        if draft.inputs[index].isSensor == true {
            return (["none"] + plan.sensedKeys(by: index), plan.usualSensedKey(by: index) ?? "none")
        }
        let words = plan.performableKeys + ["none"]
        let unused = words.first { word in !draft.inputs.contains { $0.isSensor != true && $0.control == word } }
        return (words, unused ?? words[0])
    }
}

extension SetupQuestion {
    /// Takes an answer without white space at its ends; an empty one is Enter alone.
    ///
    /// - Throws: `AnswerProblem`, if the answer makes no sense. The draft is then unchanged.
    func take(
        _ answer: String, _ draft: inout SetupDraft, _ facts: SetupFacts
    ) throws(AnswerProblem) -> SetupConsequence {
        switch self {
        case .resume:
            if try Answers.yes(answer, default: true), let kept = facts.kept { return .resume(kept) }
            draft = SetupDraft()
        case .chip: draft.chip = try Answers.choice(answer, of: facts.tables.map(\.chip))
        case .file:
            draft.startsAnew = try Answers.choice(answer, of: ["add", "new"], default: facts.usualFile) == "new"
        case .brokenFile:
            guard try Answers.choice(answer, of: ["leave", "new"], default: "leave") == "new" else {
                return .leave("\(facts.file) stays as it is.")
            }
            draft.startsAnew = true
        case .service: return try Answers.yes(answer, default: true) ? .stopService : .proceed
        case .outputs: draft.outputs = try outputs(answer, draft, facts)
        case .inputName(let index):
            if answer.lowercased() == "contact" {
                draft.inputs[index].isSensor = true
                return .ask(.contactName(index))
            }
            draft.inputs[index].name = try SetupNames(draft, facts).name(answer, ofInput: index)
            draft.inputs[index].isSensor = false
        case .contactName(let index):
            draft.inputs[index].name = try SetupNames(draft, facts).name(answer, ofInput: index)
        case .contactRest(let index):
            let wasShut = try Answers.yes(answer, default: true)
            draft.inputs[index].wasShut = wasShut
            // The level to which it went counts as on so far. An open door is on.
            if !wasShut { draft.inputs[index].isActiveLow.toggle() }
        case .keypadPins:
            if answer.lowercased() == "skip" { return .proceed }
            return .ask(.keypadKeys(try keypadLines(answer, draft, facts)))
        case .keypadKeys(let lines):
            if answer.lowercased() == "skip" { return .proceed }
            let text = answer.isEmpty ? Answers.usualKeys(lines: lines.count) ?? "" : answer
            return .learn(try Answers.keypad(text, lines: lines.count), lines: lines)
        case .part, .trial, .level, .outcome, .outputName, .duration, .pin, .shows:
            return try takeOutput(answer, &draft, facts)
        case .control(let index):
            let (words, usual) = controls(index, draft, facts)
            let word = try Answers.choice(answer, of: words, default: usual)
            draft.inputs[index].control = word == "none" ? "" : word
        case .name: draft.name = try Answers.name(answer, default: "Panel")
        case .host: draft.host = answer.isEmpty || answer.lowercased() == "no" ? "" : try Answers.host(answer)
        case .review:
            return try Answers.yes(answer, default: true) ? .write : .leave("Nothing was written.")
        }
        return .proceed
    }

    private func takeOutput(
        _ answer: String, _ draft: inout SetupDraft, _ facts: SetupFacts
    ) throws(AnswerProblem) -> SetupConsequence {
        guard var outputs = draft.outputs else { return .proceed }
        switch self {
        case .part(let index):
            let words = SetupDraft.Part.allCases.map(\.rawValue)
            outputs[index].part = SetupDraft.Part(rawValue: try Answers.choice(answer, of: words, default: "relay"))
        case .trial(let index):
            let isSafe = try Answers.yes(answer, default: outputs[index].part == .light)
            return isSafe ? .drive(OutputTrial(output: index, isHigh: true)) : .ask(.level(index))
        case .level(let index):
            switch try Answers.choice(answer, of: ["high", "low", "skip"], default: "high") {
            case "skip": outputs[index].isLeftOut = true
            case let level: outputs[index].isActiveLow = level == "low"
            }
        case .outcome(let trial):
            switch try Answers.choice(answer, of: ["on", "off", "nothing", "again"]) {
            case "on": outputs[trial.output].isActiveLow = !trial.isHigh
            case "off": outputs[trial.output].isActiveLow = trial.isHigh
            case "again": return .drive(trial)
            default:
                if !trial.isSecond { return .drive(trial.other) }
                outputs[trial.output].isLeftOut = true
            }
        case .outputName(let index):
            outputs[index].name = try SetupNames(draft, facts).name(answer, ofOutput: index)
        case .duration(let index):
            let text = answer.isEmpty ? (outputs[index].part == .lock ? "3" : "stays") : answer.lowercased()
            if text == "stays" {
                outputs[index].seconds = 0
            } else {
                guard let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text),
                    (1...3600).contains(seconds)
                else { throw AnswerProblem("please answer with 'stays', or a number of seconds from 1 to 3600") }
                outputs[index].seconds = seconds
            }
        case .pin(let index):
            let (words, usual) = pinAnswers(outputs[index], draft, facts)
            let word = try Answers.choice(answer, of: words, default: usual)
            outputs[index].needsPIN = word != "no"
            outputs[index].asksAtPad = word == Self.atPad ? true : nil
        case .shows(let index):
            let plan = PanelPlan(draft, facts)
            let words = plan.shownKeys + [PanelPlan.status]
            outputs[index].shows = try Answers.choice(answer, of: words, default: usualShown(plan, draft, words))
        case .resume, .chip, .file, .brokenFile, .service, .outputs, .inputName, .contactName, .contactRest,
            .keypadPins, .keypadKeys, .control, .name, .host, .review:
            break
        }
        draft.outputs = outputs
        return .proceed
    }

    // MARK: Lines

    private func outputs(
        _ answer: String, _ draft: SetupDraft, _ facts: SetupFacts
    ) throws(AnswerProblem) -> [SetupDraft.Output] {
        guard !answer.isEmpty, answer.lowercased() != "none" else { return [] }
        return try freeLines(answer, draft, facts).map { SetupDraft.Output(line: $0) }
    }

    private func keypadLines(
        _ answer: String, _ draft: SetupDraft, _ facts: SetupFacts
    ) throws(AnswerProblem) -> [String] {
        let lines = try freeLines(answer, draft, facts)
        let table = facts.tables.first { $0.chip == draft.chip }
        if let line = lines.first(where: { line in draft.outputs?.contains { $0.line == line } == true }) {
            throw AnswerProblem("\(table?.text(of: line) ?? line) moves something; use other lines for the keypad")
        }
        guard (4...16).contains(lines.count) else {
            throw AnswerProblem("a keypad has 4 to 16 lines: name all of them")
        }
        return lines
    }

    /// The lines of an answer, which nothing else uses.
    private func freeLines(
        _ answer: String, _ draft: SetupDraft, _ facts: SetupFacts
    ) throws(AnswerProblem) -> [String] {
        guard let table = facts.tables.first(where: { $0.chip == draft.chip }) else {
            throw AnswerProblem("the chip is gone")
        }
        let pins = try table.findAll(answer)
        guard !pins.isEmpty else { throw AnswerProblem("name at least one line") }
        for pin in pins {
            if let holder = pin.holder { throw AnswerProblem("\(pin.text) is in use: \(holder)") }
            if draft.startsAnew == false, let use = pin.use {
                throw AnswerProblem("\(pin.text) is in the panel: \(use)")
            }
            if draft.moved.contains(pin.line) { throw AnswerProblem("\(pin.text) has moved as an input") }
        }
        return pins.map(\.line)
    }
}
