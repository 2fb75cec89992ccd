import Indicators
import MonotonicTime
import Panel

/// What a step of a panel script does. Names are those of the panel's file.
public enum ScriptAction: Sendable, Hashable {
    /// `press B`: the contact closes and stays so.
    case press(String)
    /// `release B`: the contact opens.
    case release(String)
    /// `tap B`: 80 ms down.
    case tap(String)
    /// `hold B for D`.
    case hold(String, Duration)
    /// `chatter B for D every D`: the contact changes again and again, then is as it was.
    case chatter(String, Duration, every: Duration)
    /// `stick B`: the contact closes for good.
    case stick(String)
    /// `unstick B`: it opens again.
    case unstick(String)
    /// `unplug [CHIP]`.
    case unplug(String?)
    /// `replug [CHIP]`.
    case replug(String?)
    /// `drop N events on B`: the kernel loses the next N edges.
    case drop(Int, String)
    /// `sense L active|inactive`: an input line that is no button.
    case sense(String, Bool)
    /// `fail C "why"`: its next performance.
    case fail(String, String)
    /// `delay C D`: its next performance takes so long.
    case delay(String, Duration)
    /// `set C on|off`: its real state changes behind the panel's back.
    case set(String, Bool)
    /// `set C "…"`: the same of a control whose value is a text.
    case setValue(String, String)
    /// `reload C`, `reload all`.
    case reload(String?)
    /// `push C`: a push arrives for it.
    case push(String)
    /// `extension NAME starts|crashes|hangs`.
    case `extension`(String, ExtensionChange)
    /// `place C at PLACE [SIZE] [NAME=VALUE …]`, `move PLACE to PLACE`, `resize PLACE SIZE`, `remove PLACE`,
    /// `configure PLACE NAME=VALUE …`: people change the layout.
    case layout(LayoutWish)
    /// `show MEANING [on L] for D`: lights say something that nothing has brought about.
    case show(LightMeaning, on: String?, Duration)
    /// `keys TEXT`, `keypad NAME keys TEXT`: keys of a pad, one after the other, each 80 ms down and 80 ms up.
    case keys(String, on: String?)
    /// `chord KEYS`: keys go down together.
    case chord(String)
    /// `unlock NAME`: as if that person's PIN had been keyed in.
    case unlock(String)
    /// `lock`.
    case lock
    /// `restart`: the panel ends in good order, and starts.
    case restart
    /// `crash [for D]`: the power is cut, for so long.
    case crash(Duration)
    /// `advance D`: time passes.
    case advance(Duration)
    /// `clock +D|-D|unsynchronised|synchronised`: what happens to the wall clock.
    case clock(ClockChange)
    /// `seed N`: of the generator of bounce.
    case seed(UInt64)
    /// `expect …`.
    case expect(ScriptExpectation)

    /// What may happen to the wall clock.
    public enum ClockChange: Sendable, Hashable, CustomStringConvertible {
        /// It is set, by so much.
        case set(by: Duration)
        /// Something keeps it right from now on, or does so no more.
        case isRight(Bool)

        public var description: String {
            switch self {
            case .set(let step): step < .zero ? "-\((.zero - step).text)" : "+\(step.text)"
            case .isRight(true): "synchronised"
            case .isRight(false): "unsynchronised"
            }
        }
    }

    /// What may happen to an extension.
    public enum ExtensionChange: String, Sendable, Hashable, CaseIterable {
        /// It comes, or comes back.
        case starts
        /// It goes.
        case crashes
        /// It answers no more.
        case hangs
    }
}
