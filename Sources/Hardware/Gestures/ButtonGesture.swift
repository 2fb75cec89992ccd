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
