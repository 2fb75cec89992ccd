/// The result of an intent that tells people something.
public protocol ProvidesDialog: IntentResult {
    /// What people are told.
    var dialog: IntentDialog? { get }
}
