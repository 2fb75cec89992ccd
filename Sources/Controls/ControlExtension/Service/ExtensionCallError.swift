/// Why a question of the panel's has no answer: the errors of `io.holdfast.Extension`.
package enum ExtensionCallError: Error, Sendable, Hashable {
    /// There is no control of this kind.
    case noSuchControl(kind: String)
    /// There is no intent of this type, or it has no such parameter.
    case noSuchIntent(intent: String)
    /// The control's provider failed.
    case valueFailed(reason: String)
}
