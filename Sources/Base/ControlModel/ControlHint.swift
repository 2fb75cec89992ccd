/// The text for a brief press on a control: the effect that holding the control would have.
///
/// The rules and the sentences are those of an iPhone's Action button.
public enum ControlHint: Sendable, Hashable {
    /// A button performs the action of its name.
    case perform(name: String)
    /// A button opens the view of its name.
    case open(name: String)
    /// A toggle that is off turns on.
    case turnOn(name: String)
    /// A toggle that is on turns off.
    case turnOff(name: String)
    /// A toggle changes to the state that its value text names.
    case value(text: String)
    /// The control's own phrase, which begins with a verb.
    case action(phrase: String)

    /// The hint of a control button.
    ///
    /// - Parameters:
    ///   - displayName: The control's display name.
    ///   - opensView: Whether the button's action opens a view.
    ///   - actionHint: The phrase of `controlWidgetActionHint`, which takes precedence. An empty one counts as none.
    public static func button(displayName: String, opensView: Bool = false, actionHint: String? = nil) -> ControlHint {
        if let actionHint, !actionHint.isEmpty { return .action(phrase: actionHint) }
        return opensView ? .open(name: displayName) : .perform(name: displayName)
    }

    /// The hint of a toggle.
    ///
    /// - Parameters:
    ///   - isOn: The state shown; the hold would lead to the other one.
    ///   - displayName: The control's display name.
    ///   - nextValueText: The toggle's own value text for the state that the hold would lead to. An empty one counts
    ///     as none.
    ///   - nextActionHint: The phrase of `controlWidgetActionHint` for the state that the hold would lead to. It
    ///     takes precedence. An empty one counts as none.
    public static func toggle(
        isOn: Bool, displayName: String, nextValueText: String? = nil, nextActionHint: String? = nil
    ) -> ControlHint {
        if let nextActionHint, !nextActionHint.isEmpty { return .action(phrase: nextActionHint) }
        if let nextValueText, !nextValueText.isEmpty { return .value(text: nextValueText) }
        return isOn ? .turnOff(name: displayName) : .turnOn(name: displayName)
    }

    /// The English sentence.
    public var text: String {
        let (pattern, argument) = parts
        guard let mark = pattern.firstIndex(of: "%") else { return pattern }
        return pattern[..<mark] + argument + pattern[mark...].dropFirst(2)
    }

    /// The sentence as a pattern, which is the key of its translations, and the text that replaces the pattern's
    /// `%@`.
    public var parts: (pattern: String, argument: String) {
        switch self {
        case .perform(let name): ("Hold for '%@'", name)
        case .open(let name): ("Hold to Open %@", name)
        case .turnOn(let name): ("Hold to Turn On '%@'", name)
        case .turnOff(let name): ("Hold to Turn Off '%@'", name)
        case .value(let text): ("Hold for %@", text)
        case .action(let phrase): ("Hold to %@", phrase)
        }
    }
}
