/// What came of performing an intent that was given as data.
public struct IntentOutcome: Sendable {
    /// What the intent threw; `nil` where it succeeded.
    public let actionError: (any Error)?
    /// What it leaves to the surface, a view to open or an intent to perform next; `nil` where it failed.
    public let performed: PerformedIntent?
    /// The value to ask people for, where it failed for want of it; it is then performed again with the answer.
    public let request: IntentParameterRequest?
    /// The control after the intent, with its real value; `nil` where there is none, or it could not be had.
    public let control: EvaluatedControl?
    /// Why the control could not be had; `nil` where it could.
    public let valueError: (any Error)?
}
