import ControlModel
import MonotonicTime

/// Everything that a light can express, and how. The durations of the rhythms stand in ``LightPattern``.
///
/// | meaning | rhythm | colour | layer |
/// |---|---|---|---|
/// | off: off, idle, locked | `____________________` | – | state |
/// | on: on | `████████████████████` | tint | state |
/// | unlocked: no PIN is needed for a while | `███████████████████_` 1.9 s lit, 100 ms dark, for ever | green | state |
/// | running: an activity goes on | `██▆▅▃▂▁▁▂▃▅▆██▆▅▃▂▁▁` 2.4 s, for ever | tint | state |
/// | performed | `_█_█` 4 × 60 ms, then the new state | tint | momentary |
/// | failed or refused | `█_█_█_█_` 8 × 120 ms, then the state | tint | momentary |
/// | question: hold again to confirm | `██__` 400 ms each, for ever | tint | question |
/// | hold: held down (dark before) | `██████____███__██__█` faster until the threshold, then performed | tint | hold |
/// | hold: held down (lit before) | `______████___██__██_` | tint | hold |
/// | prompt: the panel asks for a PIN | `████_█______` 150 ms each, for ever | yellow | prompt |
/// | entry: the user enters a PIN | `_█████` 100 ms each, again from the start with each key | white | entry |
/// | right: the PIN was right | `_████_████` 100 ms dark, 400 ms lit, twice | green | entry |
/// | wrong: it was not | `█_█_█_█_█_█_█_█_` 16 × 60 ms | red | entry |
/// | lockout: no PIN is accepted for a while | `█_█_█_________` 150 ms each, 1.4 s dark, for ever | red | lockout |
/// | fault: something is broken, or not known | `█_█_________` 150 ms each, 1.4 s dark, for ever | red | fault |
///
/// On each light the rhythm alone tells the meanings apart, without the colour. A light without levels is lit where the
/// level is half or more.
public enum LightMeaning: String, Sendable, Hashable, CaseIterable {
    case off, on, unlocked, running, performed, failed, question, hold, prompt, entry, right, wrong, lockout, fault

    /// The meaning in words for users, and its layer: its urgency. A colour of `nil` stands for the control's own. The
    /// pattern of a hold is `nil`, because it depends on the button.
    private var traits: (words: String, layer: LightLayer, color: Color?, pattern: LightPattern?) {
        switch self {
        case .off: ("off, idle or locked", .state, nil, .steady(false))
        case .on: ("what it shows is on", .state, nil, .steady(true))
        case .unlocked: ("for a while nobody needs a PIN", .state, .green, .unlocked)
        case .running: ("a performance is in progress", .state, nil, .running)
        case .performed: ("a hold has performed", .momentary, nil, .performed)
        case .failed: ("it failed, or was refused", .momentary, nil, .failed)
        case .question: ("hold again to confirm", .question, nil, .question)
        case .hold: ("a button is held; it performs when this ends", .holdProgress, nil, nil)
        case .prompt: ("a PIN is asked for", .prompt, .yellow, .prompt)
        case .entry: ("a PIN is being keyed in", .entry, .white, .entry)
        case .right: ("the PIN was right", .entry, .green, .right)
        case .wrong: ("the PIN was wrong", .entry, .red, .wrong)
        case .lockout: ("nobody can unlock for a while", .lockout, .red, .lockout)
        case .fault: ("something is broken, or a state is not known", .fault, .red, .fault)
        }
    }

    /// The meaning in words, for users.
    public var words: String { traits.words }

    /// The layer that shows the meaning.
    public var layer: LightLayer { traits.layer }

    /// Whether the meaning reports a completed event and ends with its rhythm.
    public var isMomentary: Bool { layer == .momentary || self == .right || self == .wrong }

    /// The look for this meaning.
    ///
    /// - Parameters:
    ///   - tint: the control's colour, for the meanings that concern a control.
    ///   - holdTime: how long a button must be held.
    ///   - wasLit: whether the light was lit before a hold.
    public func look(tint: Color = .white, holdTime: Duration = .seconds(1), wasLit: Bool = false) -> LightLook {
        let traits = traits
        return LightLook(
            color: traits.color ?? tint, pattern: traits.pattern ?? .holdProgress(over: holdTime, from: wasLit))
    }
}

/// How a light looks while one layer is on top.
public struct LightLook: Sendable, Hashable {
    /// The colour of the lit phases; a light of one colour shows the pattern alone.
    public var color: Color

    public var pattern: LightPattern

    /// A look of this colour and rhythm.
    public init(color: Color, pattern: LightPattern) {
        self.color = color
        self.pattern = pattern
    }
}
