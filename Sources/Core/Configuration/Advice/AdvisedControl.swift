/// The properties of a control that advice looks at, wherever the control is declared. An unknown property leads to no
/// advice.
public struct AdvisedControl: Sendable, Hashable {
    /// A state of a toggle as the user reads it.
    public struct State: Sendable, Hashable {
        /// The value text.
        public var value: String
        /// The status after the toggle has changed to this state.
        public var status: String?
    }

    /// The control's name in messages: its key in the file, or its kind.
    public var name: String
    /// The display name.
    public var title: String
    /// Whether the control has an on and an off state; `false` for a control that does something once.
    public var isToggle: Bool
    /// Whether the control is shown but cannot be performed.
    public var isDisabled = false
    /// The symbol while a toggle is off; `nil` for no symbol, or an unknown one.
    public var symbolOff: String?
    /// The symbol while a toggle is on; `nil` for no symbol, or an unknown one.
    public var symbolOn: String?
    /// The control's own hints, without "Hold to".
    public var hints: [String] = []
    /// The known states of a toggle.
    public var states: [State] = []
    /// A button's status.
    public var status: String?
    /// The names of the GPIO lines that the control drives.
    public var lines: [String] = []
    /// Whether the control performs only after an unlock; `nil` where this is unknown.
    public var isGuarded: Bool?
    /// Whether a locked panel redacts any part of the control; `nil` where this is unknown.
    public var isRedacted: Bool?

    var hasStatus: Bool { status != nil || states.contains { $0.status != nil } }
}

extension AdvisedControl {
    /// Creates the control of an extension, whose symbols, states and lines are unknown.
    public init(
        name: String, title: String, isToggle: Bool, isDisabled: Bool, hints: [String], status: String?,
        isGuarded: Bool?, isRedacted: Bool
    ) {
        self.init(
            name: name, title: title, isToggle: isToggle, isDisabled: isDisabled, symbolOff: nil, hints: hints,
            status: status, isGuarded: isGuarded, isRedacted: isRedacted)
    }

    /// The properties of a control of a panel's file.
    init(_ control: ControlDescription) {
        let isToggle = control.hasState
        self.init(
            name: control.key, title: control.title, isToggle: isToggle, isDisabled: control.isDisabled,
            symbolOff: control.symbol, symbolOn: control.symbolOn ?? control.symbol,
            hints: [control.hint, control.hintTurnOn, control.hintTurnOff].compactMap(\.self),
            states: isToggle
                ? [
                    State(value: control.valueOn ?? "On", status: control.statusTurnOn ?? control.status),
                    State(value: control.valueOff ?? "Off", status: control.statusTurnOff ?? control.status),
                ] : [],
            status: isToggle ? nil : control.status, lines: [control.action.output?.line.name].compactMap(\.self),
            // A control that only locks or shows opens nothing, whatever its name says.
            isGuarded: [.lock, .show].contains(control.action) ? nil : control.isGuarded,
            isRedacted: control.privacy == .state)
    }

    /// Advice on one of several controls.
    public struct Note: Sendable, Hashable {
        public var index: Int
        /// The observation and the remedy, in one line that begins with the control's name.
        public var message: String
    }

    /// Suggestions that make the controls of a panel or of a bundle better for their users, in the order of the
    /// controls.
    public static func notes(on controls: [AdvisedControl]) -> [Note] {
        let notes = AdviceRule.all.flatMap { rule in
            rule.judge(controls).map { note in
                let place = Place.entry("control", controls[note.index].name)
                return Note(index: note.index, message: "\(place.words): \(note.message); \(rule.reason)")
            }
        }
        return controls.indices.flatMap { index in notes.filter { $0.index == index } }
    }
}
