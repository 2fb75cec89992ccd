/// What a brief press on a control says that holding it would do.
///
/// The rules and the sentences are those of the Action button of an iPhone.
public enum ControlHint: Sendable, Hashable {
    /// A button does what its name says.
    case perform(name: String)
    /// A button opens what its name says.
    case open(name: String)
    /// A toggle that is off turns on.
    case turnOn(name: String)
    /// A toggle that is on turns off.
    case turnOff(name: String)
    /// A toggle goes to the state that its value text names.
    case value(text: String)
    /// The control's own phrase, which begins with a verb.
    case action(phrase: String)

    /// The hint of a control button.
    ///
    /// - Parameters:
    ///   - displayName: The control's display name.
    ///   - opensView: Whether its action opens a view.
    ///   - actionHint: The phrase of `controlWidgetActionHint`, which takes precedence. An empty one is none.
    public static func button(displayName: String, opensView: Bool = false, actionHint: String? = nil) -> ControlHint {
        if let actionHint, !actionHint.isEmpty { return .action(phrase: actionHint) }
        return opensView ? .open(name: displayName) : .perform(name: displayName)
    }

    /// The hint of a toggle.
    ///
    /// - Parameters:
    ///   - isOn: The state shown; the hold would lead to the other one.
    ///   - displayName: The control's display name.
    ///   - nextValueText: Its own value text for the state that the hold would lead to. An empty one is none.
    ///   - nextActionHint: The phrase of `controlWidgetActionHint` for the state that the hold would lead to, which
    ///     takes precedence. An empty one is none.
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

    /// The sentence as a pattern, which is the key of its translations, and the text that stands for its `%@`.
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
