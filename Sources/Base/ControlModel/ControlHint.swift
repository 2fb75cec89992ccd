/// The text for a brief press on a control: the effect that holding the control would have.
///
/// The rules and the sentences are those of an iPhone's Action button.
public struct ControlHint: Sendable, Hashable {
    /// The sentence with `%@` in place of `argument`. The pattern is the key of the sentence's translations.
    public let pattern: String
    /// The text that replaces the pattern's `%@`.
    public let argument: String

    /// The hint of a control button.
    ///
    /// - Parameters:
    ///   - actionHint: The phrase of `controlWidgetActionHint`, which takes precedence. An empty one counts as none.
    public static func button(displayName: String, opensView: Bool = false, actionHint: String? = nil) -> ControlHint {
        if let actionHint, !actionHint.isEmpty { return action(actionHint) }
        return ControlHint(pattern: opensView ? "Hold to Open %@" : "Hold for '%@'", argument: displayName)
    }

    /// The hint of a toggle.
    ///
    /// - Parameters:
    ///   - isOn: The state shown; the hold would lead to the other one.
    ///   - nextValueText: The toggle's own value text for the state that the hold would lead to. An empty one counts
    ///     as none.
    ///   - nextActionHint: The phrase of `controlWidgetActionHint` for the state that the hold would lead to. It
    ///     takes precedence. An empty one counts as none.
    public static func toggle(
        isOn: Bool, displayName: String, nextValueText: String? = nil, nextActionHint: String? = nil
    ) -> ControlHint {
        if let nextActionHint, !nextActionHint.isEmpty { return action(nextActionHint) }
        if let nextValueText, !nextValueText.isEmpty {
            return ControlHint(pattern: "Hold for %@", argument: nextValueText)
        }
        return ControlHint(pattern: isOn ? "Hold to Turn Off '%@'" : "Hold to Turn On '%@'", argument: displayName)
    }

    /// The hint of the control's own phrase, which begins with a verb.
    private static func action(_ phrase: String) -> ControlHint {
        ControlHint(pattern: "Hold to %@", argument: phrase)
    }

    /// The English sentence.
    public var text: String { pattern.replacing("%@", with: argument) }
}
