import Configuration

/// The questions that the answers so far leave open.
struct SetupProgress {
    /// Something that is asked or shown once in a session.
    enum Mark: Hashable {
        case board
        case question(SetupQuestion)
    }

    /// The next act of the dialogue.
    enum Next {
        case ask(SetupQuestion)
        case listen
        case review
        /// The board has no line for a part.
        case nothingFree
    }

    private let facts: SetupFacts
    private let asked: Set<Mark>

    init(_ facts: SetupFacts, asked: Set<Mark>) {
        (self.facts, self.asked) = (facts, asked)
    }

    /// The chip that has been chosen, if it is there.
    func table(_ draft: SetupDraft) -> PinTable? { facts.tables.first { $0.chip == draft.chip } }

    /// Gives the answers that need no question.
    func settle(_ draft: inout SetupDraft) {
        guard !isResumeOpen else { return }
        if draft.startsAnew == false, facts.panel == nil { draft.startsAnew = nil }
        if facts.panel == nil, facts.problem == nil { draft.startsAnew = true }
        if draft.startsAnew != nil, table(draft) == nil { draft.chip = usualChip(draft) }
        guard draft.hasAllInputs, openOutput(draft) == nil else { return }
        let plan = PanelPlan(draft, facts)
        for index in draft.inputs.indices where draft.inputs[index].control == nil {
            let isSensor = draft.inputs[index].isSensor == true
            if (isSensor ? plan.sensedKeys(by: index) : plan.performableKeys).isEmpty {
                draft.inputs[index].control = ""
            }
        }
    }

    /// The chip of the existing panel, that of a header, or the only one; `nil` if a person must choose.
    private func usualChip(_ draft: SetupDraft) -> String? {
        if draft.startsAnew == false, case .chip(let name)? = facts.panel?.board,
            let table = facts.tables.first(where: { $0.chip == name })
        {
            return table.chip
        }
        let headers = facts.tables.filter(\.isHeader)
        if headers.count == 1 { return headers[0].chip }
        return facts.tables.count == 1 ? facts.tables[0].chip : nil
    }

    /// Whether the running panel may still be stopped, and free its lines.
    var isServiceOpen: Bool { facts.serviceRuns && !asked.contains(.question(.service)) }

    private var isResumeOpen: Bool { facts.kept != nil && !asked.contains(.question(.resume)) }

    func next(_ draft: SetupDraft) -> Next {
        if isResumeOpen { return .ask(.resume) }
        if draft.startsAnew == nil { return .ask(facts.problem == nil ? .file : .brokenFile) }
        if isServiceOpen { return .ask(.service) }
        guard let table = table(draft) else { return .ask(.chip) }
        if table.freePins(draft).isEmpty { return .nothingFree }
        guard draft.outputs != nil else { return .ask(.outputs) }
        if let index = draft.inputs.firstIndex(where: { $0.name == nil }) {
            return .ask(draft.inputs[index].isSensor == true ? .contactName(index) : .inputName(index))
        }
        if let index = draft.inputs.firstIndex(where: { $0.isSensor == true && $0.wasShut == nil }) {
            return .ask(.contactRest(index))
        }
        if !draft.hasAllInputs { return .listen }
        if let question = openOutput(draft) ?? openControl(draft) { return .ask(question) }
        if draft.startsAnew == true, draft.name == nil { return .ask(.name) }
        let hasGateway = draft.startsAnew == false && facts.panel?.gateway != .usual
        if draft.host == nil, !hasGateway, !facts.isSimulated { return .ask(.host) }
        return .review
    }

    /// The first question about an output. Lights come last, since they show controls.
    private func openOutput(_ draft: SetupDraft) -> SetupQuestion? {
        for (index, output) in (draft.outputs ?? []).enumerated() where !output.isLeftOut {
            if output.part == nil { return .part(index) }
            if output.isActiveLow == nil { return .trial(index) }
            if output.name == nil { return .outputName(index) }
            guard output.part != .light else { continue }
            if output.seconds == nil { return .duration(index) }
            if output.needsPIN == nil { return .pin(index) }
        }
        return nil
    }

    /// The first contact, button or light whose control is not known.
    private func openControl(_ draft: SetupDraft) -> SetupQuestion? {
        let open = draft.inputs.indices.filter { draft.inputs[$0].control == nil }
        if let index = open.first(where: { draft.inputs[$0].isSensor == true }) ?? open.first { return .control(index) }
        return draft.openLight.map(SetupQuestion.shows)
    }
}

extension SetupQuestion {
    /// Whether the answer is no part of the draft.
    var isAskedOnce: Bool { self == .resume || self == .service }
}

extension PinTable {
    /// The lines that nothing else has. A panel that is replaced has none.
    func freePins(_ draft: SetupDraft) -> [BoardPin] {
        pins.filter { $0.holder == nil && (draft.startsAnew != false || $0.use == nil) }
    }
}
