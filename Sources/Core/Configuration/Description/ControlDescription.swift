import ControlModel

/// One control of a panel's file.
public struct ControlDescription: Sendable, Hashable {
    /// The control's key in the file, unique in any letter case.
    public var key: String
    /// The control's permanent identity: the panel's domain, a dot and `key` (C3).
    public var kind: String
    /// The display name: `title`, or else the panel's name (C4).
    public var title: String
    /// The purpose of the control in a sentence or two, for the gallery.
    public var description: String?
    /// The symbol's name; for a toggle, the symbol while the toggle is off.
    public var symbol: String?
    /// The symbol's name while the toggle is on, if different.
    public var symbolOn: String?
    /// The tint, if the file gives one.
    public var tint: Color?
    /// The value text while the toggle is on; `nil` for "On" (C6).
    public var valueOn: String?
    /// The value text while the toggle is off; `nil` for "Off" (C6).
    public var valueOff: String?
    /// The text behind "Hold to" for either direction (H5).
    public var hint: String?
    /// The text behind "Hold to" where the hold would turn the toggle on; takes precedence over `hint`.
    public var hintTurnOn: String?
    /// The text behind "Hold to" where the hold would turn the toggle off; takes precedence over `hint`.
    public var hintTurnOff: String?
    /// The text that a surface shows for 3 s after the control has performed (H7).
    public var status: String?
    /// The status after turning on; takes precedence over `status`.
    public var statusTurnOn: String?
    /// The status after turning off; takes precedence over `status`.
    public var statusTurnOff: String?
    /// Whether the control is shown but cannot be performed.
    public var isDisabled = false
    public var action: ControlAction
    /// An input line that reports the actual state.
    public var sensor: SensorDescription?
    /// The delegated action that gives a control button's value text, or the state of a control that only shows; `nil` for
    /// another toggle.
    public var readout: DelegatedAction?
    /// The kinds of the controls that exclude this control. While one of them is on or runs, this control does not go
    /// on.
    public var interlock: [String] = []
    /// The time limit for an action of another process; `nil` for the usual 30 s (C26).
    public var timeout: Duration?
    /// The authentication for turning the control on, or for performing a button.
    public var authenticationToTurnOn = ControlAuthentication.none
    /// The authentication for turning the control off; for a button, the same as `authenticationToTurnOn`.
    public var authenticationToTurnOff = ControlAuthentication.none
    /// The parts that a locked panel redacts.
    public var privacy = ControlPrivacy.none
    /// Whether a broker's command performs the control.
    public var remote = RemoteCommands.refused
    /// The broker's topic on which other panels show the toggle's state; `nil` for none.
    public var share: String?
    /// The subject of the state or the value, in Home Assistant's word; `nil` for nothing special.
    public var deviceClass: String?
    /// The unit of the value for Home Assistant.
    public var unitOfMeasurement: String?
    /// The position of the control's key in the file.
    public var position: SourcePosition

    /// Whether the control is on or off: a toggle, or a control that only shows its sensor or the state of another process.
    public var hasState: Bool { action.isToggle || action == .show && (sensor != nil || readout?.isToggle == true) }

    /// Whether either direction needs a PIN.
    public var isGuarded: Bool { max(authenticationToTurnOn, authenticationToTurnOff) > .none }
}

extension ControlDescription {
    /// Creates a control that is not in the file, for an action that another action causes.
    public init(
        key: String, kind: String, title: String, action: ControlAction, privacy: ControlPrivacy,
        position: SourcePosition
    ) {
        self.init(
            key: key, kind: kind, title: title, description: nil, action: action, privacy: privacy, position: position)
    }
}

/// Whether a broker's commands perform a control.
public enum RemoteCommands: String, Sendable, Hashable, CaseIterable, Written {
    /// The panel refuses them.
    case refused
    /// They perform the control where it needs no PIN: MQTT carries no session that could be unlocked.
    case allowed
}

/// The parts of a control that a locked panel redacts (A3).
public enum ControlPrivacy: String, Sendable, Hashable, CaseIterable, Written {
    /// Nothing is redacted.
    case none
    /// The title and the symbol are redacted; the state is not.
    case label
    /// The value text is redacted; the state is not.
    case value
    /// The state is redacted, and so is everything that differs by state.
    case state
}
