/// The result that `.result(…)` makes. Its parts are absent where their type is `Never`.
public struct IntentResultContainer<Value: Sendable, OpensIntent, Snippet, Dialog>: ReturnsValue {
    /// The value returned.
    public let value: Value?
}
