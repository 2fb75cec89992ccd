import Indicators

/// A state that a panel script expects at a moment.
public enum ScriptExpectation: Sendable, Hashable {
    /// `control C STATE`.
    case control(String, ControlState)
    /// `light L on|off|COLOUR [blinking|pulsing|dim]`.
    case light(String, LightState, LightRhythm?)
    /// `line L active|inactive`.
    case line(String, Bool)
    /// `hint "…"`, `no hint`.
    case hint(String?)
    /// `status "…"`, `no status`.
    case status(String?)
    /// `display "…"`: some row of the text display, compared without trailing blanks.
    case display(String)
    /// `performed C N`: the performances since the last such expectation for C.
    case performed(String, Int)
    /// `refused C N`: the refusals since the last such expectation for C.
    case refused(String, Int)
    /// `fault "…"` (a part of a fault's text), `no fault`.
    case fault(String?)
    /// `open TARGET`: the last target opened since the previous such expectation, by its value or title.
    case open(String)
    /// `activity "…"` (an activity's title), `no activity`.
    case activity(String?)
    /// `confirmation "…"` (the waiting question), `no confirmation`.
    case confirmation(String?)
    /// `pending C`, `nothing pending`: the control that waits for a PIN.
    case pending(String?)
    /// `locked`, `unlocked`.
    case locked(Bool)
    /// `lockout D` (the time for which the pad accepts no PIN), `no lockout`.
    case lockout(Duration?)
    /// `place PLACE C`, `place PLACE nothing`: the control at a place, from the panel's file or moved by people.
    case place(String, String?)
    /// `wakeups at most N`: the wakeups since the last such expectation, or the start.
    case wakeups(atMost: Int)

    /// The expected state of a light.
    public enum LightState: Sendable, Hashable {
        /// The light is dark.
        case off
        /// The light is lit, in any colour.
        case on
        /// A light with colours is lit in this colour.
        case color(LampColor)
    }

    /// The expected change of a light's brightness, or its brightness.
    public enum LightRhythm: String, Sendable, Hashable, CaseIterable {
        /// The light goes on and off.
        case blinking
        /// The light changes gradually; a light without levels goes on and off.
        case pulsing
        /// The light is below its full brightness, because of the time of day.
        case dim
    }

    /// The expected state of a control.
    public enum ControlState: Sendable, Hashable {
        /// A toggle is on.
        case on
        /// A toggle is off.
        case off
        /// The control performs, or its effect is still going on.
        case running
        /// The value is stale: the last known one.
        case stale
        /// The last performance failed.
        case failed
        /// The control cannot be performed.
        case disabled
        /// A part of the control is hidden, because the panel is locked.
        case redacted
        /// The control waits for a PIN.
        case pending
        /// The control has this value text.
        case value(String)
    }
}
