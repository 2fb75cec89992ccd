import ControlModel

/// One control of a panel's file.
public struct ControlDescription: Sendable, Hashable {
    /// The control's key in the file, unique in any letter case.
    public var key: String
    /// The control's identity for good: the panel's domain, a dot and `key` (C3).
    public var kind: String
    /// What people call it: `title`, or else the panel's name (C4).
    public var title: String
    /// What it does, in a sentence or two, for the gallery.
    public var description: String?
    /// The symbol's name; of a toggle, while it is off.
    public var symbol: String?
    /// The symbol's name while the toggle is on, where it differs.
    public var symbolOn: String?
    /// The tint, where the file gives one.
    public var tint: Color?
    /// The value text while the toggle is on; without it, "On" (C6).
    public var valueOn: String?
    /// The value text while the toggle is off; without it, "Off" (C6).
    public var valueOff: String?
    /// What follows "Hold to" in either direction (H5).
    public var hint: String?
    /// What follows "Hold to" where the hold would turn the toggle on; goes before `hint`.
    public var hintTurnOn: String?
    /// What follows "Hold to" where the hold would turn the toggle off; goes before `hint`.
    public var hintTurnOff: String?
    /// What is shown for 3 s after the control has performed (H7).
    public var status: String?
    /// What is shown after turning on; goes before `status`.
    public var statusTurnOn: String?
    /// What is shown after turning off; goes before `status`.
    public var statusTurnOff: String?
    /// Whether the control is shown, but does not perform.
    public var isDisabled: Bool
    /// What it does.
    public var action: ControlAction
    /// An input line that says what is so.
    public var sensor: SensorDescription?
    /// What gives a control button's value text; a toggle has none.
    public var readout: Errand?
    /// The kinds of the controls beside which it does not go on: while one of them is on or runs.
    public var interlock: [String]
    /// How long what another process carries out may take; `nil` for the usual 30 s (C26).
    public var timeout: Duration?
    /// Who may turn it on, or perform a button.
    public var authenticationToTurnOn: ControlAuthentication
    /// Who may turn it off; of a button the same.
    public var authenticationToTurnOff: ControlAuthentication
    /// What of it is not told while the panel is locked.
    public var privacy: ControlPrivacy
    /// Where the file declares it: its key.
    public var position: SourcePosition

    /// Whether it is on or off: a toggle, or a control that only shows what its sensor says.
    public var hasState: Bool { action.isToggle || action == .show && sensor != nil }

    /// Whether it needs a PIN in either direction.
    public var isGuarded: Bool { max(authenticationToTurnOn, authenticationToTurnOff) > .none }

    /// A control of its parts.
    public init(
        key: String, kind: String, title: String, description: String? = nil, symbol: String? = nil,
        symbolOn: String? = nil, tint: Color? = nil, valueOn: String? = nil, valueOff: String? = nil,
        hint: String? = nil, hintTurnOn: String? = nil, hintTurnOff: String? = nil, status: String? = nil,
        statusTurnOn: String? = nil, statusTurnOff: String? = nil, isDisabled: Bool = false, action: ControlAction,
        sensor: SensorDescription? = nil, readout: Errand? = nil, interlock: [String] = [], timeout: Duration? = nil,
        authenticationToTurnOn: ControlAuthentication = .none, authenticationToTurnOff: ControlAuthentication = .none,
        privacy: ControlPrivacy = .none, position: SourcePosition
    ) {
        self.key = key
        self.kind = kind
        self.title = title
        self.description = description
        self.symbol = symbol
        self.symbolOn = symbolOn
        self.tint = tint
        self.valueOn = valueOn
        self.valueOff = valueOff
        self.hint = hint
        self.hintTurnOn = hintTurnOn
        self.hintTurnOff = hintTurnOff
        self.status = status
        self.statusTurnOn = statusTurnOn
        self.statusTurnOff = statusTurnOff
        self.isDisabled = isDisabled
        self.action = action
        self.sensor = sensor
        self.readout = readout
        self.interlock = interlock
        self.timeout = timeout
        self.authenticationToTurnOn = authenticationToTurnOn
        self.authenticationToTurnOff = authenticationToTurnOff
        self.privacy = privacy
        self.position = position
    }
}

/// Who may perform a control (A1).
public enum ControlAuthentication: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Anybody, locked or not.
    case none
    /// Whoever has unlocked what they ask by: the panel at its PIN pad, a command line or a page in its own session.
    case required
    /// Whoever asks while the panel itself is unlocked at its PIN pad.
    case local

    /// Whether the left one asks for less.
    public static func < (left: ControlAuthentication, right: ControlAuthentication) -> Bool {
        left.strictness < right.strictness
    }

    private var strictness: Int {
        switch self {
        case .none: 0
        case .required: 1
        case .local: 2
        }
    }
}

/// What of a control is not told while the panel is locked (A3).
public enum ControlPrivacy: String, Sendable, Hashable, CaseIterable {
    /// All of it is told.
    case none
    /// Its title and symbol are not; its state is.
    case label
    /// Its value text is not; its state is.
    case value
    /// Neither its state nor anything that differs by it.
    case state
}
