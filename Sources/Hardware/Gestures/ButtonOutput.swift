import MonotonicTime

/// An event that a button's recogniser reports, in the order in which a light shows the events.
///
///     tap          pressed · released · gesture(.tap)
///     noise        pressed · released
///     double tap   pressed · released · pressed · released · gesture(.doubleTap)
///     hold         pressed · gesture(.hold) · released
///     hold, where a long hold is bound
///                  pressed · holdArmed · released · gesture(.hold)
///     long hold    pressed · holdArmed · gesture(.longHold) · released
///     lost events  pressed · aborted
///     stuck        pressed · gesture(.hold) · quarantined(.stuck) · cured
///     chatter      pressed · aborted · quarantined(.chatter) · cured
///
/// A press ends with exactly one of `released`, `aborted` and `quarantined`. Times never decrease from one output to
/// the next. Each time is that of the edge or threshold that caused the output, not the time at which the edge was
/// handled.
public enum ButtonOutput: Sendable, Hashable {
    /// The contact closed: a press began.
    case pressed(at: MonotonicInstant)
    /// The hold threshold passed where a long hold is bound. From now on a release performs the hold.
    case holdArmed(at: MonotonicInstant)
    /// The gesture is recognised.
    ///
    /// Each press that is neither aborted nor noise belongs to exactly one gesture. The taps of a double tap share one gesture. So
    /// do the parts of a press that bounces for longer than the debounce window while taps are being counted.
    case gesture(ButtonGesture, at: MonotonicInstant)
    /// The contact opened, `after` the press began.
    case released(at: MonotonicInstant, after: Duration)
    /// The present press, and taps that waited for more, are discarded without a gesture.
    case aborted(at: MonotonicInstant)
    /// The contact is faulty. Until `cured`, the button reports nothing else, not even the release.
    case quarantined(ContactFault, at: MonotonicInstant)
    /// The contact has been open for long enough to be used again.
    case cured(at: MonotonicInstant)
}

/// A gesture that a user makes with a push button.
public enum ButtonGesture: String, Sendable, Hashable, CaseIterable {
    /// A press shorter than the hold threshold, and not shorter than `GestureTimings.shortestTap`.
    case tap
    /// A press that reached the hold threshold, but not the threshold of a long hold where that is bound.
    case hold
    /// Two taps within the multi-tap window.
    case doubleTap = "double_tap"
    /// Three taps, each within the multi-tap window of the one before.
    case tripleTap = "triple_tap"
    /// A press that reached the long-hold threshold.
    case longHold = "long_hold"
}

/// The gestures beyond tap and hold that a button distinguishes.
///
/// Each of them delays simpler gestures, so the set has only those that are bound to an action.
public struct GestureSet: OptionSet, Sendable, Hashable {
    /// One bit per gesture.
    public let rawValue: UInt8

    /// The set with the given bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Two taps. A single tap is delayed by the multi-tap window.
    public static let doubleTap = GestureSet(rawValue: 1)
    /// Three taps. One and two taps are delayed by the multi-tap window.
    public static let tripleTap = GestureSet(rawValue: 2)
    /// A hold beyond a second threshold. The plain hold is performed at a release before that threshold.
    public static let longHold = GestureSet(rawValue: 4)
}
