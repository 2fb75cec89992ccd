/// A label with one thing said about it.
struct ModifiedLabel<Content: View> {
    enum Modification {
        case actionHint(LocalizedText)
        case status(LocalizedText)
        case privacySensitive(Bool)
    }

    let content: Content
    let modification: Modification
}

extension ModifiedLabel: View, LabelElement {
    var body: ModifiedLabel { self }

    func describe(in content: inout LabelContent) {
        content.read(self.content)
        switch modification {
        case .actionHint(let text): content.actionHint = content.actionHint ?? text.resolved()
        case .status(let text): content.status = content.status ?? text.resolved()
        // No `privacySensitive(false)` further out uncovers what a part declared private.
        case .privacySensitive(let sensitive): content.isPrivacySensitive = content.isPrivacySensitive || sensitive
        }
    }
}
