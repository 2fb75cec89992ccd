/// What a control shows at one moment. Every surface (light, page, text display, MQTT) gets this value and nothing else.
public struct ControlSnapshot: Sendable, Hashable {
    /// The control's identity, in reverse-DNS form.
    public var kind: String
    /// The control's name in the gallery and in hints.
    public var displayName: String
    /// What the control does, for the gallery.
    public var controlDescription: String?
    /// Button or toggle, and a toggle's state.
    public var template: Template
    /// The label's title for the state shown.
    public var title: String
    /// The symbol for the state shown.
    public var symbol: Symbol?
    /// A toggle's value text, "On" or "Off" without a value label; a button's running label while it runs.
    public var valueText: String?
    /// The colour of symbol, value text and light when a toggle is on, and of a button's symbol.
    public var tint: Color
    /// Whether the control cannot be performed.
    public var isDisabled: Bool
    /// Whether the control's intent is performing.
    public var isRunning: Bool
    /// What a brief press shows: the whole sentence, such as "Hold to Turn On 'Flashlight'".
    public var hint: String
    /// What is shown for a moment after the action, for the state that the action leads to.
    public var status: String?
    /// How far the value is to be trusted.
    public var freshness: Freshness
    /// Why the last action failed; `nil` where it did not.
    public var failure: String?
    /// What is redacted while the panel is locked.
    public var privacy: Privacy
    /// Whether something is left out of it, since whoever looks may not see what is private.
    public var isRedacted: Bool

    /// A snapshot of a control, by its parts.
    public init(
        kind: String, displayName: String, controlDescription: String? = nil, template: Template, title: String,
        symbol: Symbol? = nil, valueText: String? = nil, tint: Color = .blue, isDisabled: Bool = false,
        isRunning: Bool = false, hint: String, status: String? = nil, freshness: Freshness = .fresh,
        failure: String? = nil, privacy: Privacy = Privacy(), isRedacted: Bool = false
    ) {
        self.kind = kind
        self.displayName = displayName
        self.controlDescription = controlDescription
        self.template = template
        self.title = title
        self.symbol = symbol
        self.valueText = valueText
        self.tint = tint
        self.isDisabled = isDisabled
        self.isRunning = isRunning
        self.hint = hint
        self.status = status
        self.freshness = freshness
        self.failure = failure
        self.privacy = privacy
        self.isRedacted = isRedacted
    }

    /// A toggle's state; `nil` for a button.
    public var isOn: Bool? { template.isOn }
}

extension ControlSnapshot {
    /// The kinds of control.
    public enum Template: Sendable, Hashable {
        /// Fires an action.
        case button
        /// Has two states.
        case toggle(isOn: Bool)

        /// A toggle's state; `nil` for a button.
        public var isOn: Bool? {
            switch self {
            case .button: nil
            case .toggle(let isOn): isOn
            }
        }
    }

    /// A symbol by name.
    public enum Symbol: Sendable, Hashable {
        /// An SF Symbols name.
        case system(String)
        /// The name of an image in the folder `symbols`.
        case custom(String)
    }

    /// How far a value is to be trusted.
    public enum Freshness: String, Sendable, Hashable, Codable {
        /// The value that the provider gave when it was last asked.
        case fresh
        /// An earlier value: when the provider was last asked, it gave none.
        case stale
        /// The provider's preview value: there never was another.
        case preview
    }

    /// What is redacted while the panel is locked.
    public struct Privacy: Sendable, Hashable {
        /// State, value, and all that differs by them.
        public var state: Bool
        /// The label's text and symbol.
        public var label: Bool
        /// The value label's text and symbol, or the action label's.
        public var valueLabel: Bool

        /// Nothing is redacted unless said so.
        public init(state: Bool = false, label: Bool = false, valueLabel: Bool = false) {
            self.state = state
            self.label = label
            self.valueLabel = valueLabel
        }
    }
}
