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
