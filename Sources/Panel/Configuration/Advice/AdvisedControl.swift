/// What advice looks at of a control, wherever it is declared. What is not known of it is not advised on.
public struct AdvisedControl: Sendable, Hashable {
    /// A state of a toggle as people are told of it.
    public struct State: Sendable, Hashable {
        /// The value text.
        public var value: String
        /// The status after going there.
        public var status: String?

        /// A state of its parts.
        public init(value: String, status: String? = nil) {
            self.value = value
            self.status = status
        }
    }

    /// How messages call it: its key in the file, or its kind.
    public var name: String
    /// What people call it.
    public var title: String
    /// Whether it is on or off, rather than does something once.
    public var isToggle: Bool
    /// Whether it is shown, but does not perform.
    public var isDisabled: Bool
    /// The symbol while a toggle is off; `nil` where it has none, or it is not known.
    public var symbolOff: String?
    /// The symbol while a toggle is on; `nil` where it has none, or it is not known.
    public var symbolOn: String?
    /// Its own hints, without "Hold to".
    public var hints: [String]
    /// A toggle's states, as far as they are known.
    public var states: [State]
    /// A button's status.
    public var status: String?
    /// The GPIO lines that it drives.
    public var lines: [String]
    /// Whether it performs only where something is unlocked; `nil` where that cannot be said.
    public var isGuarded: Bool?
    /// Whether anything of it is redacted while the panel is locked; `nil` where that cannot be said.
    public var isRedacted: Bool?

    /// A control of its parts.
    public init(
        name: String, title: String, isToggle: Bool, isDisabled: Bool = false, symbolOff: String? = nil,
        symbolOn: String? = nil, hints: [String] = [], states: [State] = [], status: String? = nil,
        lines: [String] = [], isGuarded: Bool? = nil, isRedacted: Bool? = nil
    ) {
        self.name = name
        self.title = title
        self.isToggle = isToggle
        self.isDisabled = isDisabled
        self.symbolOff = symbolOff
        self.symbolOn = symbolOn
        self.hints = hints
        self.states = states
        self.status = status
        self.lines = lines
        self.isGuarded = isGuarded
        self.isRedacted = isRedacted
    }

    /// Whether it has a status of any kind.
    var hasStatus: Bool { status != nil || states.contains { $0.status != nil } }
}

extension AdvisedControl {
    /// A control of a panel's file.
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
            // A control that locks or only shows opens nothing, whatever it is called.
            isGuarded: [.lock, .show].contains(control.action) ? nil : control.isGuarded,
            isRedacted: control.privacy == .state)
    }
}

extension AdvisedControl {
    /// Advice on one of several controls.
    public struct Note: Sendable, Hashable {
        /// Which of the controls it is on.
        public var index: Int
        /// What is so, and what to do, in one line that begins with the control's name.
        public var message: String
    }

    /// What could be better for people about a panel's or bundle's controls, in their order.
    public static func notes(on controls: [AdvisedControl]) -> [Note] {
        let findings = AdviceRule.all.flatMap { rule in
            rule.judge(controls).map { finding in
                let place = Place.entry("control", controls[finding.index].name)
                return Note(index: finding.index, message: "\(place.words): \(finding.text); \(rule.reason)")
            }
        }
        return controls.indices.flatMap { index in findings.filter { $0.index == index } }
    }
}
