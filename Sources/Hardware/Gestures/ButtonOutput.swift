import MonotonicTime

/// What a button's recogniser reports, in the order in which a light shows it.
///
///     tap          pressed · released · gesture(.tap)
///     double tap   pressed · released · pressed · released · gesture(.doubleTap)
///     hold         pressed · gesture(.hold) · released
///     hold, where a long hold is bound
///                  pressed · holdArmed · released · gesture(.hold)
///     long hold    pressed · holdArmed · gesture(.longHold) · released
///     lost events  pressed · aborted
///     stuck        pressed · gesture(.hold) · quarantined(.stuck) · cured
///     chatter      pressed · aborted · quarantined(.chatter) · cured
///
/// A press ends with exactly one of `released`, `aborted` and `quarantined`. Times never decrease from one output to the
/// next; each is that of the edge or threshold that caused the output, not that of its handling.
public enum ButtonOutput: Sendable, Hashable {
    /// The contact closed: a press began.
    case pressed(at: MonotonicInstant)
    /// The hold threshold passed where a long hold is bound: a release performs the hold from now on.
    case holdArmed(at: MonotonicInstant)
    /// The gesture is recognised.
    ///
    /// Each press that is not aborted takes part in exactly one: the taps of a double tap share it, and so do the parts
    /// of a press that bounces for longer than the debounce window while taps are being counted.
    case gesture(ButtonGesture, at: MonotonicInstant)
    /// The contact opened, `after` the press began.
    case released(at: MonotonicInstant, after: Duration)
    /// The press in progress, and the taps that waited for more, are given up: no gesture comes of them.
    case aborted(at: MonotonicInstant)
    /// The contact is faulty: until `cured`, nothing else is reported, not even the release.
    case quarantined(ContactFault, at: MonotonicInstant)
    /// The contact has been open for long enough to be trusted again.
    case cured(at: MonotonicInstant)

    /// When it happened.
    public var time: MonotonicInstant {
        switch self {
        case .pressed(let time), .holdArmed(let time), .gesture(_, let time), .released(let time, _),
            .aborted(let time), .quarantined(_, let time), .cured(let time):
            time
        }
    }
}

/// What a person did with a push button.
public enum ButtonGesture: String, Sendable, Hashable, CaseIterable, Codable {
    /// A press shorter than the hold threshold.
    case tap
    /// A press that reached the hold threshold (and, where a long hold is bound, not that one's).
    case hold
    /// Two taps within the multi-tap window.
    case doubleTap
    /// Three taps, each within the multi-tap window of the one before.
    case tripleTap
    /// A press that reached the long-hold threshold.
    case longHold
}

/// The gestures beyond tap and hold that a button is to tell apart.
///
/// Each costs the simpler gestures some of their immediacy, so only those count that something is bound to.
public struct GestureSet: OptionSet, Sendable, Hashable {
    /// One bit per gesture.
    public let rawValue: UInt8

    /// The set with the given bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Two taps: a single tap waits for the multi-tap window.
    public static let doubleTap = GestureSet(rawValue: 1)
    /// Three taps: one and two taps wait for the multi-tap window.
    public static let tripleTap = GestureSet(rawValue: 2)
    /// A hold beyond a second threshold: the plain hold is performed at release, before it.
    public static let longHold = GestureSet(rawValue: 4)
}
