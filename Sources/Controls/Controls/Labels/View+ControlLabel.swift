extension View {
    /// Sets the hint for holding the control, a phrase that begins with a verb: "Unlock the Door" is shown as "Hold to
    /// Unlock the Door".
    ///
    /// For a toggle, the hint comes from the value label of the state that the hold leads to.
    public func controlWidgetActionHint(_ hintKey: LocalizedStringKey) -> some View {
        controlWidgetActionHint(Text(hintKey))
    }

    /// Sets the hint for holding the control, a localised phrase that begins with a verb.
    @_disfavoredOverload
    public func controlWidgetActionHint(_ hint: LocalizedStringResource) -> some View {
        controlWidgetActionHint(Text(hint))
    }

    /// Sets the hint for holding the control, a phrase known only at run time.
    @_disfavoredOverload
    public func controlWidgetActionHint(_ hint: some StringProtocol) -> some View {
        controlWidgetActionHint(Text(hint))
    }

    /// Sets the hint for holding the control, a text.
    public func controlWidgetActionHint(_ hint: Text) -> some View {
        modified { $0.actionHint = $0.actionHint ?? hint.text.resolved() }
    }

    /// Sets the status text, which is shown for 3 s after the action (H7).
    public func controlWidgetStatus(_ statusKey: LocalizedStringKey) -> some View {
        controlWidgetStatus(Text(statusKey))
    }

    /// Sets the localised status text, which is shown for 3 s after the action (H7).
    @_disfavoredOverload
    public func controlWidgetStatus(_ status: LocalizedStringResource) -> some View {
        controlWidgetStatus(Text(status))
    }

    /// Sets the status text, known only at run time, which is shown for 3 s after the action (H7).
    @_disfavoredOverload
    public func controlWidgetStatus(_ status: some StringProtocol) -> some View {
        controlWidgetStatus(Text(status))
    }

    /// Sets the status text, which is shown for 3 s after the action (H7).
    public func controlWidgetStatus(_ status: Text) -> some View {
        modified { $0.status = $0.status ?? status.text.resolved() }
    }

    /// Hides the label's text and symbol while the panel is locked. An outer `privacySensitive(false)` does not reveal a
    /// part that is declared private.
    public func privacySensitive(_ sensitive: Bool = true) -> some View {
        modified { $0.isPrivacySensitive = $0.isPrivacySensitive || sensitive }
    }

    /// Has no effect on a label: the template sets a control's tint.
    public func tint(_ tint: Color?) -> some View {
        self
    }

    /// Has no effect on a label: the template enables or disables a control.
    public func disabled(_ disabled: Bool) -> some View {
        self
    }

    private func modified(_ modify: @escaping @MainActor (inout LabelContent) -> Void) -> ModifiedLabel<Self> {
        ModifiedLabel(content: self, modify: modify)
    }
}

/// A label with one modifier.
struct ModifiedLabel<Content: View>: View, LabelElement {
    let content: Content
    /// Changes what has been read of the content.
    let modify: @MainActor (inout LabelContent) -> Void

    var body: ModifiedLabel { self }

    func describe(in content: inout LabelContent) {
        content.read(self.content)
        modify(&content)
    }
}
