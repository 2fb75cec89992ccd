/// What came of performing a control's action.
public struct ControlOutcome: Sendable {
    /// The control after the action, with its real value, and the failure where the action failed.
    public let control: EvaluatedControl
    /// What the action threw; `nil` where it succeeded.
    public let actionError: (any Error)?
    /// What the provider threw when it was asked for its value after the action; `nil` where it gave one.
    public let valueError: (any Error)?
    /// What the action leaves to the surface, a view to open or an intent to perform next; `nil` where it failed.
    public let performed: PerformedIntent?
    /// The value to ask people for, where the action failed for want of it; it is then performed again with the answer.
    public let request: IntentParameterRequest?
}
