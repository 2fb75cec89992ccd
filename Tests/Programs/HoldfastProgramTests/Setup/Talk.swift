import Configuration
import GPIO
import MonotonicTime
import Testing

@testable import holdfast

/// A person who answers the dialogue, and hands on the contacts of a board. Time moves only by presses.
struct Talk {
    private(set) var dialogue: SetupDialogue
    private(set) var now = MonotonicInstant.zero
    /// The lines that were said, and the questions behind `?`.
    private(set) var lines: [String] = []
    /// The lines that were driven, with their levels.
    private(set) var driven: [String] = []
    /// The lines of the latest watch.
    private(set) var watched: [String] = []
    private(set) var isPulledUp = true
    private(set) var scanned: [String] = []
    private(set) var steps: [SetupStep] = []
    private(set) var kept: SetupAnswers?
    private(set) var code: Int32?
    /// Lines that are not at the level of their resistor, with no hand on them.
    var atRest: [String: Bool] = [:]
    /// The results of steps, in place of success.
    var result: (SetupStep) -> SetupResult = { _ in .done([]) }

    init(_ facts: SetupFacts, atRest: [String: Bool] = [:]) {
        self.atRest = atRest
        dialogue = SetupDialogue(facts)
        carryOut(dialogue.begin())
    }

    /// The latest question.
    var question: String { lines.last { $0.hasPrefix("? ") } ?? "" }

    /// The text of the written file.
    var written: String? {
        for case .write(let text, keepsOld: _) in steps { return String(decoding: text, as: UTF8.self) }
        return nil
    }

    mutating func answer(_ answers: String...) {
        for answer in answers { handle(.answer(answer)) }
    }

    mutating func handle(_ event: SetupEvent) {
        carryOut(dialogue.handle(event, at: now))
    }

    /// A contact goes to the other level for 100 ms, with bounce, and comes back.
    mutating func press(_ line: String, times: Int = 1) {
        for _ in 0..<times {
            move(line)
            pass(.milliseconds(100))
            release(line)
            pass(.milliseconds(100))
        }
    }

    /// A contact leaves its rest.
    mutating func move(_ line: String) {
        let rest = atRest[line] ?? isPulledUp
        for isHigh in [!rest, rest, !rest] {
            handle(.edge(line, isHigh: isHigh))
            now = now.advanced(by: .milliseconds(1))
        }
    }

    mutating func release(_ line: String) { handle(.edge(line, isHigh: atRest[line] ?? isPulledUp)) }

    /// A key of a keypad is down for two scans, and up for two.
    mutating func key(_ row: String, _ column: String) {
        for contacts in [[Contact(row, column)], [Contact(row, column)], [], []] as [Set<Contact>] {
            handle(.scanned(contacts))
        }
    }

    mutating func pass(_ duration: Duration) {
        let end = now.advanced(by: duration)
        while let deadline = dialogue.deadline, deadline <= end {
            now = max(now, deadline)
            handle(.elapsed)
        }
        now = end
    }

    private mutating func carryOut(_ effects: [SetupEffect]) {
        for effect in effects {
            switch effect {
            case .say(let text): lines.append(text)
            case .ask(let text, isSecret: _): lines.append("? " + text)
            case .watch(let lines, let isPulledUp):
                (watched, self.isPulledUp) = (lines, isPulledUp)
                let levels = lines.map { ($0, atRest[$0] ?? isPulledUp) }
                handle(.watching(levels: Dictionary(uniqueKeysWithValues: levels), refused: [:]))
            case .scan(let lines):
                scanned = lines
                handle(.scanned([]))
                handle(.scanned([]))
            case .drive(let line, let isHigh, bias: _):
                driven.append("\(line) \(isHigh ? "high" : "low")")
                handle(.driven)
            case .release: watched = []
            case .keep(let answers): kept = answers
            case .run(let step):
                steps.append(step)
                handle(.finished(result(step)))
            case .end(let code): self.code = code
            }
        }
    }
}

extension SetupFacts {
    /// A Raspberry Pi 4 with i2c and spi switched on.
    static func pi(panel text: String? = nil, problem: String? = nil, kept: SetupAnswers? = nil) throws -> SetupFacts {
        let panel = try text.map { try PanelFile.parse(Array($0.utf8), file: "panel.yaml") }
        return SetupFacts(
            file: "panel.yaml", draftFile: "panel.yaml.setup", tables: PinTable.tables(of: Self.lines, panel: panel),
            panel: panel, bytes: text.map { Array($0.utf8) }, problem: problem, kept: kept)
    }

    static let lines: [LineInfo] = (0..<54).map { offset in
        let address = LineAddress(
            chip: "/dev/gpiochip0", chipLabel: "pinctrl-bcm2711", offset: offset, name: "GPIO\(offset)")
        let consumer = [2, 3].contains(offset) ? "kernel" : offset == 8 ? "spi0 CS0" : nil
        return LineInfo(address: address, isOutput: false, consumer: consumer)
    }
}
