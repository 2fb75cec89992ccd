import Configuration

/// The text that the answers make, before a person agrees to write it.
enum SetupReview {
    /// The existing file has all of it.
    case nothingNew
    /// A text, with its changes and its advice as lines for the person.
    case text([UInt8], lines: [String])
    /// The existing file cannot be changed safely. The text that was intended is for the person to compare.
    case refused([UInt8]?, lines: [String])

    init(_ draft: SetupDraft, _ facts: SetupFacts) {
        let plan = PanelPlan(draft, facts)
        let isNew = draft.startsAnew == true
        if !isNew, plan.additions.isEmpty {
            self = .nothingNew
            return
        }
        let old = isNew ? plan.beginning : facts.bytes ?? []
        do throws(PanelTextError) {
            let text = try PanelText.adding(plan.additions, to: old, file: facts.file)
            // The text has just been read without an error.
            let advice = (try? PanelFile.parse(text, file: facts.file))?.advice ?? []
            self = .text(
                text, lines: TextChange.lines(from: isNew ? [] : old, to: text) + advice.map { "Note: \($0.message)" })
        } catch {
            let last = "\(facts.file) cannot be changed safely, and stays as it is."
            let lines =
                switch error {
                case .unreadable(let errors), .wouldBreak(let errors, text: _): [errors.description, last]
                case .wouldDiffer: [last]
                }
            self = .refused(error.text, lines: lines)
        }
    }
}
