/// What a rehearsal does in place of a control's next performance.
public enum PerformOverride: Sendable, Hashable {
    /// It fails, in these words.
    case fail(String)
    /// It takes this long.
    case delay(Duration)
}
