/// The result that `.result(…)` makes. Its parts are absent where their type is `Never`.
public struct IntentResultContainer<Value: Sendable, OpensIntent, Snippet, Dialog>: ReturnsValue {
    /// The value returned.
    public let value: Value?
    /// The intent to perform next.
    public let opensIntent: (any AppIntent)?
    /// What people are told.
    public let dialog: IntentDialog?

    init(value: Value?, opensIntent: (any AppIntent)? = nil, dialog: IntentDialog? = nil) {
        self.value = value
        self.opensIntent = opensIntent
        self.dialog = dialog
    }
}

extension IntentResultContainer: Controls.OpensIntent where OpensIntent: AppIntent {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
