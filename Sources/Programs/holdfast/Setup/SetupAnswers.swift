/// The answers so far, with the answers before each of them, which `back` restores.
struct SetupAnswers: Codable, Sendable, Hashable {
    /// A place of the dialogue at which a person answers.
    enum Place: Codable, Sendable, Hashable {
        case question(SetupQuestion)
        /// Buttons and contacts are moved.
        case listening(isPulledUp: Bool)
        /// The keys of a keypad on these lines are pressed.
        case typing(keys: [String], lines: [String])
    }

    private struct Step: Codable, Sendable, Hashable {
        let place: Place
        /// The draft before the answer.
        let draft: SetupDraft
    }

    var draft = SetupDraft()
    private var steps: [Step] = []

    /// The most answers that can be taken back. A draft with a part on each pin of a header has about 6 kB, and the file
    /// of the answers may have 1 MB.
    private static let longestWay = 100

    init() {}

    /// Remembers an answer.
    ///
    /// - Parameter draft: The draft before the answer.
    mutating func remember(_ place: Place, before draft: SetupDraft) {
        if steps.count == Self.longestWay { steps.removeFirst() }
        steps.append(Step(place: place, draft: draft))
    }

    /// Takes the last answer back. Lines that have moved since then count as moved, and are never driven.
    ///
    /// - Returns: The place at which the answer was given; `nil` if no answer is left.
    mutating func goBack() -> Place? {
        guard let step = steps.popLast() else { return nil }
        replaceDraft(by: step.draft)
        return step.place
    }

    /// Goes on with the answers of an earlier session. Questions about what that session found stay answered.
    mutating func resume(_ kept: SetupAnswers, _ facts: SetupFacts) {
        replaceDraft(by: kept.draft)
        steps = kept.steps.filter { step in
            guard case .question(let question) = step.place else { return true }
            return question.isAskable(facts)
        }
        // An answer without a consequence so far, such as yes to a trial, is asked for again.
        while let last = steps.last, draft == last.draft.with(moved: draft.moved) { steps.removeLast() }
    }

    private mutating func replaceDraft(by other: SetupDraft) {
        draft = other.with(moved: other.moved.union(draft.moved))
    }
}

extension SetupDraft {
    /// The same answers with other lines that have moved.
    fileprivate func with(moved: Set<String>) -> SetupDraft {
        var draft = self
        draft.moved = moved
        return draft
    }
}

extension SetupQuestion {
    /// Whether the question of an earlier session makes sense in this one.
    fileprivate func isAskable(_ facts: SetupFacts) -> Bool {
        switch self {
        case .resume, .service: false
        case .file: facts.panel != nil
        case .brokenFile: facts.problem != nil
        case .chip, .outputs, .inputName, .contactName, .contactRest, .keypadPins, .keypadKeys, .part, .trial, .level,
            .outcome, .outputName, .duration, .pin, .shows, .control, .name, .host, .review:
            true
        }
    }
}
