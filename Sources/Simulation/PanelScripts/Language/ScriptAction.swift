import Indicators
import MonotonicTime
import Panel

/// The action of a panel script's step. Names are those of the panel's file.
public enum ScriptAction: Sendable, Hashable {
    /// `press B`, `hold B for D`, …: a button's contact moves.
    case contact(String, ContactMove)
    /// `unplug [CHIP]`.
    case unplug(String?)
    /// `replug [CHIP]`.
    case replug(String?)
    /// `drop N events on B`: the kernel loses the next N edges.
    case drop(Int, String)
    /// `sense L active|inactive`: sets the level of an input line that is no button.
    case sense(String, Bool)
    /// `fail C "why"`: the control's next performance fails.
    case fail(String, String)
    /// `delay C D`: the control's next performance takes this long.
    case delay(String, Duration)
    /// `set C on|off`: the control's real state changes without the panel.
    case set(String, Bool)
    /// `set C "…"`: the value of a control with a text changes without the panel.
    case setValue(String, String)
    /// `reload C`, `reload all`.
    case reload(String?)
    /// `push C`: a push arrives for the control.
    case push(String)
    /// `extension NAME starts|crashes|hangs`.
    case `extension`(String, ExtensionChange)
    /// `place C at PLACE [SIZE] [NAME=VALUE …]`, `move PLACE to PLACE`, `resize PLACE SIZE`, `remove PLACE`,
    /// `configure PLACE NAME=VALUE …`: people change the layout.
    case layout(RequestedChange)
    /// `show MEANING [on L] for D`: lights show a meaning without its cause.
    case show(LightMeaning, on: String?, Duration)
    /// `keys TEXT`, `keypad NAME keys TEXT`: keys of a pad, one after the other, each 80 ms down and 80 ms up.
    case keys(String, on: String?)
    /// `chord KEYS`: keys go down together.
    case chord(String)
    /// `unlock NAME`: enters that person's PIN.
    case unlock(String)
    /// `lock`.
    case lock
    /// `restart`: the panel shuts down cleanly, and starts again.
    case restart
    /// `crash [for D]`: the power is cut for this long.
    case crash(Duration)
    /// `advance D`: time passes.
    case advance(Duration)
    /// `clock +D|-D|unsynchronised|synchronised`: changes the wall clock.
    case clock(ClockChange)
    /// `seed N`: seeds the generator of contact bounce.
    case seed(UInt64)
    /// `expect …`.
    case expect(ScriptExpectation)

    /// A move of a button's contact.
    public enum ContactMove: Sendable, Hashable {
        /// `press B`: the contact closes and stays closed.
        case press
        /// `release B`: the contact opens.
        case release
        /// `hold B for D`, and `tap B` for 80 ms.
        case hold(Duration)
        /// `chatter B for D every D`: the contact changes repeatedly, and ends in its original state.
        case chatter(Duration, every: Duration)
        /// `stick B`: the contact closes for good.
        case stick
        /// `unstick B`: the contact opens again.
        case unstick
    }

    /// A change of the wall clock.
    public enum ClockChange: Sendable, Hashable {
        /// The clock is set forward, or back by a negative duration.
        case set(by: Duration)
        /// Whether the clock is kept right from now on.
        case isRight(Bool)
    }

    /// A change of an extension's process.
    public enum ExtensionChange: String, Sendable, Hashable, CaseIterable {
        /// The extension starts, or starts again.
        case starts
        /// The extension's process ends at once.
        case crashes
        /// The extension stops answering.
        case hangs
    }
}
