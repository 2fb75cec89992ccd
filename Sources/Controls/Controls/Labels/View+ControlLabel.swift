extension View {
    /// Sets the hint for holding the control, a phrase that begins with a verb: "Unlock the Door" is shown as "Hold to
    /// Unlock the Door".
    ///
    /// For a toggle, the hint comes from the value label of the state that the hold leads to.
    public func controlWidgetActionHint(_ hintKey: LocalizedStringKey) -> some View {
        modified(.actionHint(hintKey.text))
    }

    /// Sets the hint for holding the control, a localised phrase that begins with a verb.
    @_disfavoredOverload
    public func controlWidgetActionHint(_ hint: LocalizedStringResource) -> some View {
        modified(.actionHint(hint.text))
    }

    /// Sets the hint for holding the control, a phrase known only at run time.
    @_disfavoredOverload
    public func controlWidgetActionHint(_ hint: some StringProtocol) -> some View {
        modified(.actionHint(.verbatim(hint)))
    }

    /// Sets the hint for holding the control, a text.
    public func controlWidgetActionHint(_ hint: Text) -> some View {
        modified(.actionHint(hint.text))
    }

    /// Sets the status text, which is shown for 3 s after the action (H7).
    public func controlWidgetStatus(_ statusKey: LocalizedStringKey) -> some View {
        modified(.status(statusKey.text))
    }

    /// Sets the localised status text, which is shown for 3 s after the action (H7).
    @_disfavoredOverload
    public func controlWidgetStatus(_ status: LocalizedStringResource) -> some View {
        modified(.status(status.text))
    }

    /// Sets the status text, known only at run time, which is shown for 3 s after the action (H7).
    @_disfavoredOverload
    public func controlWidgetStatus(_ status: some StringProtocol) -> some View {
        modified(.status(.verbatim(status)))
    }

    /// Sets the status text, which is shown for 3 s after the action (H7).
    public func controlWidgetStatus(_ status: Text) -> some View {
        modified(.status(status.text))
    }

    /// Hides the label's text and symbol while the panel is locked.
    public func privacySensitive(_ sensitive: Bool = true) -> some View {
        modified(.privacySensitive(sensitive))
    }

    /// Has no effect on a label: the template sets a control's tint.
    public func tint(_ tint: Color?) -> some View {
        self
    }

    /// Has no effect on a label: the template enables or disables a control.
    public func disabled(_ disabled: Bool) -> some View {
        self
    }

    private func modified(_ modification: ModifiedLabel<Self>.Modification) -> ModifiedLabel<Self> {
        ModifiedLabel(content: self, modification: modification)
    }
}

/// A label with one modifier.
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
        // An outer `privacySensitive(false)` does not reveal a part that is declared private.
        case .privacySensitive(let sensitive): content.isPrivacySensitive = content.isPrivacySensitive || sensitive
        }
    }
}
