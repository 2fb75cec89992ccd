/// What a control does.
public enum ControlAction: Sendable, Hashable {
    /// Switches an output line: active while the toggle is on.
    case toggleLine(LineDescription)
    /// Makes an output line active for `duration`, then inactive again.
    case pulse(LineDescription, duration: Duration)
}
