import Indicators

/// What a panel script expects to be so at a moment.
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
    /// `display "…"`: some row of the text display, whole but for blanks at its end.
    case display(String)
    /// `performed C N`: since the last such expectation for C.
    case performed(String, Int)
    /// `refused C N`: since the last such expectation for C.
    case refused(String, Int)
    /// `fault "…"` (contained in one), `no fault`.
    case fault(String?)
    /// `open TARGET`: the last that opened since the last such expectation, by its value or its title.
    case open(String)
    /// `activity "…"` (the title of one), `no activity`.
    case activity(String?)
    /// `confirmation "…"` (the question that waits), `no confirmation`.
    case confirmation(String?)
    /// `pending C`, `nothing pending`: what waits for a PIN.
    case pending(String?)
    /// `locked`, `unlocked`.
    case locked(Bool)
    /// `lockout D` (how long the pad takes no PINs), `no lockout`.
    case lockout(Duration?)
    /// `place PLACE C`, `place PLACE nothing`: what is there, by the file or by hand.
    case place(String, String?)
    /// `wakeups at most N`: since the last such expectation, or the start.
    case wakeups(atMost: Int)

    /// What a light may be expected to show.
    public enum LightState: Sendable, Hashable {
        /// It is dark.
        case off
        /// It is lit, in whatever colour.
        case on
        /// A light with colours is lit in this one.
        case color(LampColor)
    }

    /// How a light may be expected to change by itself, or to be lit.
    public enum LightRhythm: String, Sendable, Hashable, CaseIterable {
        /// It goes on and off.
        case blinking
        /// It changes by and by; a light without levels goes on and off.
        case pulsing
        /// It is lit less than it could be, for the time of day.
        case dim
    }

    /// What a control may be expected to be.
    public enum ControlState: Sendable, Hashable {
        /// A toggle is on.
        case on
        /// A toggle is off.
        case off
        /// It performs, or what it set off goes on.
        case running
        /// Its value is the last known one.
        case stale
        /// Its last performance failed.
        case failed
        /// It cannot be performed.
        case disabled
        /// Something of it is not shown, since the panel is locked.
        case redacted
        /// It waits for a PIN.
        case pending
        /// Its value text.
        case value(String)
    }
}
