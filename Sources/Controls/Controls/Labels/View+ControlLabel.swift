extension View {
    /// Says what holding the control does, as a phrase that begins with a verb: "Unlock the Door" is shown as
    /// "Hold to Unlock the Door".
    ///
    /// A toggle's value label is asked for the state that the hold would lead to.
    public func controlWidgetActionHint(_ hintKey: LocalizedStringKey) -> some View {
        modified(.actionHint(hintKey.text))
    }

    /// Says what holding the control does, by a localised phrase that begins with a verb.
    @_disfavoredOverload
    public func controlWidgetActionHint(_ hint: LocalizedStringResource) -> some View {
        modified(.actionHint(hint.text))
    }

    /// Says what holding the control does, by a phrase known only at run time.
    @_disfavoredOverload
    public func controlWidgetActionHint(_ hint: some StringProtocol) -> some View {
        modified(.actionHint(.verbatim(hint)))
    }

    /// Says what holding the control does, by a text.
    public func controlWidgetActionHint(_ hint: Text) -> some View {
        modified(.actionHint(hint.text))
    }

    /// Gives the text that is shown for a moment after the action.
    public func controlWidgetStatus(_ statusKey: LocalizedStringKey) -> some View {
        modified(.status(statusKey.text))
    }

    /// Gives the localised text that is shown for a moment after the action.
    @_disfavoredOverload
    public func controlWidgetStatus(_ status: LocalizedStringResource) -> some View {
        modified(.status(status.text))
    }

    /// Gives the text, known only at run time, that is shown for a moment after the action.
    @_disfavoredOverload
    public func controlWidgetStatus(_ status: some StringProtocol) -> some View {
        modified(.status(.verbatim(status)))
    }

    /// Gives the text that is shown for a moment after the action.
    public func controlWidgetStatus(_ status: Text) -> some View {
        modified(.status(status.text))
    }

    /// Redacts the label's text and symbol while the panel is locked.
    public func privacySensitive(_ sensitive: Bool = true) -> some View {
        modified(.privacySensitive(sensitive))
    }

    /// Does nothing on a label: a control's tint is its template's.
    public func tint(_ tint: Color?) -> some View {
        self
    }

    /// Disables nothing: whether a control can be performed is its template's matter.
    public func disabled(_ disabled: Bool) -> some View {
        self
    }

    private func modified(_ modification: ModifiedLabel<Self>.Modification) -> ModifiedLabel<Self> {
        ModifiedLabel(content: self, modification: modification)
    }
}

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
