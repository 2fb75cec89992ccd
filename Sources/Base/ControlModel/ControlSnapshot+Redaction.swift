extension ControlSnapshot {
    /// What those are shown who may not see what is private (A3, H6); the snapshot itself where nothing is.
    ///
    /// Where the state is private, all of it comes from `rest`, but for how far it is to be trusted: it is the same whatever the
    /// state, since nothing of the state goes in.
    ///
    /// - Parameters:
    ///   - rest: The control as it is shown in no state in particular: one in a panel's file when it is off, an extension's by
    ///     its preview value. Without one, it is its name.
    ///   - plainHint: A toggle's hint for its state, which says no value text; without one, that of its name (H3).
    public func redacted(rest: ControlSnapshot?, plainHint: String? = nil) -> ControlSnapshot {
        guard privacy.state || privacy.label || privacy.valueLabel else { return self }
        let rest =
            rest
            ?? ControlSnapshot(
                kind: kind, displayName: displayName, template: template, title: displayName,
                hint: ControlHint.button(displayName: displayName).text)
        var shown = self
        if privacy.state {
            shown = rest
            shown.template = template.isOn == nil ? .button : .toggle(isOn: false)
            shown.isRunning = false
            shown.freshness = freshness
            shown.failure = nil
            // Not even which of its own hints it is may be told: they speak of the state that a hold leads to.
            if isOn != nil { shown.hint = ControlHint.button(displayName: rest.displayName).text }
        }
        if privacy.label {
            shown.title = rest.displayName
            shown.symbol = nil
        }
        if privacy.state || privacy.valueLabel {
            shown.valueText = nil
            shown.status = nil
        }
        if privacy.valueLabel, !privacy.state {
            if !privacy.label { shown.symbol = rest.symbol }
            // H4 would say the value text of the other state.
            if let isOn { shown.hint = plainHint ?? ControlHint.toggle(isOn: isOn, displayName: displayName).text }
        }
        shown.privacy = privacy
        shown.isRedacted = true
        return shown
    }
}
