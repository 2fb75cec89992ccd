import Configuration

/// The names of parts: no two controls, no two buttons and no two lights have the same one.
struct SetupNames {
    /// A table of the panel's file, in which each key is there once.
    private enum Table { case controls, buttons, lights }

    private let draft: SetupDraft
    /// The panel that is added to; `nil` for a new one.
    private let panel: PanelDescription?
    private let pins: PinTable?

    init(_ draft: SetupDraft, _ facts: SetupFacts) {
        self.draft = draft
        panel = draft.startsAnew == false ? facts.panel : nil
        pins = facts.tables.first { $0.chip == draft.chip }
    }

    // MARK: Inputs

    /// The name that Enter stands for at the question about an input.
    func usual(ofInput index: Int) -> String {
        draft.inputs[index].isSensor == true ? free("Door", in: .controls) : free("button", in: .buttons)
    }

    /// The name of an input from an answer.
    ///
    /// - Throws: `AnswerProblem`, if the name is none, or another part has it.
    func name(_ answer: String, ofInput index: Int) throws(AnswerProblem) -> String {
        try unique(
            try Answers.name(answer, default: usual(ofInput: index)),
            in: draft.inputs[index].isSensor == true ? .controls : .buttons)
    }

    // MARK: Outputs

    /// The name that Enter stands for at the question about an output; `nil` for a relay, whose purpose the program cannot guess.
    func usual(ofOutput index: Int) -> String? {
        switch part(index) {
        case .relay: nil
        case .lock: free("Lock", in: .controls)
        case .motor: free("Motor", in: .controls)
        case .light: free("Light", in: .lights)
        }
    }

    /// The name of an output from an answer.
    ///
    /// - Throws: `AnswerProblem`, if the name is none, or another part has it.
    func name(_ answer: String, ofOutput index: Int) throws(AnswerProblem) -> String {
        let usual = usual(ofOutput: index)
        guard let usual = usual ?? (answer.isEmpty ? nil : answer) else {
            throw AnswerProblem("What does it switch, such as Lamp?")
        }
        return try unique(try Answers.name(answer, default: usual), in: table(ofOutput: index))
    }

    private func part(_ index: Int) -> SetupDraft.Part { draft.outputs?[index].part ?? .relay }

    private func table(ofOutput index: Int) -> Table { part(index) == .light ? .lights : .controls }

    // MARK: All

    /// `Door`, or the first of `Door 2`, `Door 3` … that no part has. The names of buttons are numbered from 1.
    private func free(_ word: String, in table: Table) -> String {
        var name = table == .buttons ? "\(word)1" : word
        var number = 2
        while owner(of: name, in: table) != nil {
            name = table == .buttons ? "\(word)\(number)" : "\(word) \(number)"
            number += 1
        }
        return name
    }

    private func unique(_ name: String, in table: Table) throws(AnswerProblem) -> String {
        guard let owner = owner(of: name, in: table) else { return name }
        throw AnswerProblem("'\(name)' is the name of \(owner); choose another one")
    }

    /// The part that has the name in any letter case. The part whose name is asked for has none.
    private func owner(of name: String, in table: Table) -> String? {
        let name = name.lowercased()
        for input in draft.inputs where (input.isSensor == true ? .controls : .buttons) == table {
            guard input.name?.lowercased() == name else { continue }
            return "the \(input.isSensor == true ? "contact" : "button") on \(text(of: input.line))"
        }
        for (index, output) in (draft.outputs ?? []).enumerated() where self.table(ofOutput: index) == table {
            guard !output.isLeftOut, output.name?.lowercased() == name else { continue }
            return "the \(part(index).rawValue) on \(text(of: output.line))"
        }
        return ownerInPanel(of: name, in: table)
    }

    private func ownerInPanel(of name: String, in table: Table) -> String? {
        guard let panel else { return nil }
        let (names, noun) =
            switch table {
            case .controls: (panel.controls.flatMap { [$0.key, $0.title] }, "control")
            case .buttons: (panel.buttons.map(\.name), "button")
            case .lights: (panel.lights.map(\.name), "light")
            }
        return names.contains { $0.lowercased() == name } ? "a \(noun) of the panel" : nil
    }

    private func text(of line: String) -> String { pins?.text(of: line) ?? line }
}
