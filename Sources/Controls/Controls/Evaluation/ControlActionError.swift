/// Why a control's action was not begun, or its value not had.
public enum ControlActionError: Error, Hashable, Sendable {
    /// The control is disabled.
    case disabled(kind: String)
    /// A button was asked to go to a state.
    case buttonHasNoState(kind: String)
    /// On reload, the control's body had no template, where it had one before.
    case noTemplate(kind: String)
    /// The control's configuration lacks something, or has a value that there is not.
    case incompleteConfiguration(kind: String, problems: [IntentParameterError])
}
