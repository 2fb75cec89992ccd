/// A simulated result that replaces or delays a control's next performance.
public enum PerformOverride: Sendable, Hashable {
    /// The performance fails, with these words.
    case fail(String)
    /// The performance begins after this delay; a delay beyond the time limit fails.
    case delay(Duration)
}
