/// A key of a PIN pad.
enum PadKey: Sendable, Hashable {
    /// 0 to 9.
    case digit(Int)
    /// Submits a PIN.
    case enter
    /// Discards the typed digits and the control that waits for a PIN.
    case clear
    /// A key without a function.
    case other
}
